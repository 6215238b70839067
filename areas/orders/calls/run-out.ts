/** A meal that ran out: whom it concerns, and what each of them gets instead. */
import { CHANGING_AND_PAYING_BACK } from '#areas/order-book/calls/refusal-groups.ts';
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { FoodNeedsReply } from '#areas/order-book/calls/prepared-order.ts';
import {
  Id,
  IdInPath,
  InstantText,
  PlainDateText,
  StoredWindow,
  text,
} from '#platform/calls/wire-values.ts';
import { daysBetween } from '#platform/rules/plain-date.ts';
import { DELIVERY_STATUSES } from '#areas/order-book/rules/delivery.ts';
import { RUN_OUT_ACTIONS, RUN_OUT_OTHERWISE } from '#areas/orders/rules/run-out.ts';
import { DIETS } from '#areas/needs/rules/food-needs.ts';

const LONGEST_RUN_OUT_DAYS = 31;

/** One person's portions of the meal in one delivery. */
const RunOutRow = z.object({
  orderId: Id,
  orderNumber: z.string(),
  customerName: z.string(),
  deliveryId: Id,
  date: PlainDateText,
  timeSlot: StoredWindow,
  status: z.enum(DELIVERY_STATUSES),
  personName: z.string(),
  ...FoodNeedsReply,
  portions: z.int(),
  outcome: z.enum(['swap', 'refund', 'ask', 'left']),
  swap: z.object({ mealId: Id, name: z.string() }).nullable(),
  /** Diets of theirs that the swap does not fit. */
  dietsMissed: z.array(z.enum(DIETS)),
  /** What they may choose from, nearest first. */
  options: z.array(z.object({ mealId: Id, name: z.string() })),
  /** Until when they may choose. */
  until: InstantText.nullable(),
  /** What goes back to the card. */
  refund: z.string().nullable(),
  /** Why it is not what was wanted; empty: it is. */
  why: z.string(),
  /** Null: only a preview. */
  ok: z.boolean().nullable(),
  message: z.string(),
});
export type RunOutRow = z.infer<typeof RunOutRow>;

const RunOutReply = z.object({
  mealName: z.string(),
  isDone: z.boolean(),
  rows: z.array(RunOutRow),
  /** In portions. */
  counts: z.object({ swap: z.int(), refund: z.int(), ask: z.int(), left: z.int() }),
  refundTotal: z.string(),
  /** Customers who get a message. */
  told: z.int(),
  /** What the answer to a preview was; sent along, so that nothing else is done than was seen. */
  previewHash: z.string(),
});
export type RunOutReply = z.infer<typeof RunOutReply>;

const RunOutRequest = z
  .strictObject({
    /** Dates of delivery. */
    from: PlainDateText,
    to: PlainDateText,
    action: z.enum(RUN_OUT_ACTIONS),
    /** Omitted: the nearest for each person. */
    swapWith: Id.optional(),
    /** For those whom the action can't help. */
    otherwise: z.enum(RUN_OUT_OTHERWISE).optional(),
    /** Until when customers may choose; omitted: eight in the evening before, or two hours from now. */
    askUntil: InstantText.optional(),
    /** Takes the meal off the menu, too. */
    stopSelling: z.boolean().optional(),
    /** False: customers are not told. */
    notify: z.boolean().optional(),
    dryRun: z.boolean().optional(),
    previewHash: text(100).optional(),
  })
  .refine(({ from, to }) => from <= to && daysBetween(from, to) < LONGEST_RUN_OUT_DAYS, {
    path: ['to'],
    message: `Choose up to ${LONGEST_RUN_OUT_DAYS} days, the first one first`,
  })
  .refine(
    ({ action, otherwise, notify }) =>
      notify !== false || (action !== 'ask' && (action !== 'swap' || otherwise !== 'ask')),
    { path: ['notify'], message: 'Customers who are asked must be told' },
  );
export type RunOutRequest = z.infer<typeof RunOutRequest>;

export const runOutOfMeal = endpoint({
  method: 'POST',
  path: '/api/admin/meals/:id/run-out',
  right: 'settleRunOut',
  about: 'any',
  summary:
    'Swaps or refunds a meal that ran out, or asks; `dryRun` only says what would happen. 409 preview_changed',
  refusals: [...CHANGING_AND_PAYING_BACK, 'preview_changed'],
  params: z.object({ id: IdInPath }),
  body: RunOutRequest,
  reply: RunOutReply,
});
