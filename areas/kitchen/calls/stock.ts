/** What is in the store, what to count of it, and what has spoilt. */
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import {
  Id,
  IdInPath,
  InstantText,
  lineOfText,
  PlainDateText,
  text,
} from '#platform/calls/wire-values.ts';
import { BASE_UNITS, INPUT_UNITS, type InputUnit, LARGEST_QTY } from '#areas/menu/rules/units.ts';
import { COUNT_REASONS } from '#areas/kitchen/rules/stock.ts';
import { STOCK_RULES, STORE_AREAS } from '#areas/menu/rules/storage-advice.ts';

const Ingredient = {
  ingredientId: Id,
  ingredient: z.string(),
  baseUnit: z.enum(BASE_UNITS),
  storeArea: z.enum(STORE_AREAS),
};

const StockedReply = z.object({
  ...Ingredient,
  /** Goods of the `day` end at their date and are never counted. */
  rule: z.enum(STOCK_RULES),
  /** Base units, never below 0. */
  qty: z.int(),
  /** The sum of all movements, which a count and waste name as seen. */
  sum: z.int(),
  /** For that, what has a date; the first to expire first. */
  expires: z.array(z.object({ useBy: PlainDateText, qty: z.int() })),
  countedAt: InstantText.nullable(),
});
export type StockedReply = z.infer<typeof StockedReply>;

export const StockReply = z.object({
  today: PlainDateText,
  /** What to count today, and why: twelve at most, the most urgent first. */
  toCount: z.array(z.object({ ingredientId: Id, why: z.enum(COUNT_REASONS) })),
  ingredients: z.array(StockedReply),
  /** What ended at its date in the last four weeks, the newest first. */
  spoilt: z.array(
    z.object({
      ...Ingredient,
      qty: z.int(),
      /** Null: what it cost is not known. */
      cents: z.int().nullable(),
      at: InstantText,
    }),
  ),
});
export type StockReply = z.infer<typeof StockReply>;

export const getStock = endpoint({
  method: 'GET',
  path: '/api/admin/production/stock',
  right: 'seeDailyPrep',
  summary: 'What is in the store, what to count of it, and what has spoilt',
  reply: StockReply,
});

const Change = {
  /** As typed: "1.5" and "kg". */
  amount: lineOfText(20),
  unit: z.enum(Object.keys(INPUT_UNITS) as InputUnit[]),
  /** The stock that the sender saw: 409 changed_meanwhile when it is another. */
  seen: z
    .int()
    .min(-LARGEST_QTY * 100)
    .max(LARGEST_QTY * 100),
};

export const countStock = endpoint({
  method: 'POST',
  path: '/api/admin/production/stock/:id/count',
  right: 'cook',
  about: 'any',
  summary: 'Say how much of an ingredient is there; the difference is written down',
  refusals: ['changed_meanwhile'],
  params: z.object({ id: IdInPath }),
  body: z.strictObject(Change),
  reply: StockReply,
});

export const wasteStock = endpoint({
  method: 'POST',
  path: '/api/admin/production/stock/:id/waste',
  right: 'cook',
  about: 'any',
  summary: 'Say how much of an ingredient was thrown away, and why',
  refusals: ['changed_meanwhile'],
  params: z.object({ id: IdInPath }),
  body: z.strictObject({
    ...Change,
    reason: text(200).refine((reason) => reason.trim() !== '', 'Please say why'),
  }),
  reply: StockReply,
});
