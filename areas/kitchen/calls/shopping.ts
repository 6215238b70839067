import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { isPlanRange, PlanRange, RANGE_PROBLEM } from './kitchen-plan.ts';
import { Id, InstantText, PlainDateText, text } from '#platform/calls/wire-values.ts';
import { MESSAGE_STATES } from '#areas/messages/rules/messages.ts';
import { BASE_UNITS } from '#areas/menu/rules/units.ts';
import { ORDER_STATES, ORDER_WAYS } from '#areas/kitchen/rules/shopping-list.ts';
import { STORE_AREAS } from '#areas/menu/rules/storage-advice.ts';

const Arrival = z
  .string()
  .regex(/^[1-9]\d{0,9}:\d{4}-\d{2}-\d{2}$/)
  .transform((entry) => {
    const [supplierId = '', arrives = ''] = entry.split(':');
    return { supplierId: Number(supplierId), arrives };
  })
  .pipe(z.object({ supplierId: Id, arrives: PlainDateText }));

/** Days on which someone wants a supplier to come: `3:2026-11-30,3:2026-12-02`. Absent: the best. */
const Arrivals = z
  .string()
  .max(2000)
  .transform((list) => list.split(',').filter((entry) => entry !== ''))
  .pipe(z.array(Arrival).max(80))
  .default([]);

const ShoppingRange = PlanRange.extend({ arrivals: Arrivals });

const Ingredient = {
  ingredientId: Id,
  ingredient: z.string(),
  baseUnit: z.enum(BASE_UNITS),
  storeArea: z.enum(STORE_AREAS),
  /** It stays until counted, and nobody ever has: what was there before counts as nothing. */
  neverCounted: z.boolean(),
};

/** Quantities in whole base units. */
const ShoppingLine = z.object({
  ...Ingredient,
  packId: Id,
  code: z.string(),
  /** As it is ordered: "5 kg bag". */
  pack: z.string(),
  packQty: z.int(),
  packs: z.int(),
  /** What is used from this arrival to the next. */
  need: z.int(),
  /** For that, what is there already, or over from the order before. */
  onHand: z.int(),
  /** What will be over after the last use. */
  over: z.int(),
  /** What that is worth when it will not keep for another week; null: it keeps, or its price is not known. */
  wasteCents: z.int().nullable(),
  /** Packs of these that only bring the order to the supplier's minimum. */
  toMinimum: z.int(),
  /** Null: its price is not known. */
  costCents: z.int().nullable(),
  /** Uses for which it would be out of date: order twice. */
  wouldSpoil: z.array(PlainDateText),
});
export type ShoppingLine = z.infer<typeof ShoppingLine>;

const PackChange = z.object({
  packId: Id,
  ingredient: z.string(),
  pack: z.string(),
  was: z.int(),
  packs: z.int(),
});
export type PackChange = z.infer<typeof PackChange>;

const WallTimeReply = z.object({ date: PlainDateText, minuteOfDay: z.int() });

const SentOrder = z.object({
  id: Id,
  /** Counts all that was sent to the supplier for this day. */
  number: z.int(),
  at: InstantText,
  by: z.string(),
  way: z.enum(ORDER_WAYS),
  note: z.string(),
  /** For the email; null: there is none. */
  emailState: z.enum(MESSAGE_STATES).nullable(),
  state: z.enum(ORDER_STATES),
  /** Packs that are still to come. */
  toCome: z.int(),
  /** Who took in what came of it last. */
  receivedBy: z.string().nullable(),
});

const ShoppingOrder = z.object({
  supplierId: Id,
  supplier: z.string(),
  arrives: PlainDateText,
  arrivesByMinute: z.int(),
  /** Until then it can be ordered, and what was sent can be changed. Null: it is in no round any more. */
  orderBy: WallTimeReply.nullable(),
  canOrder: z.boolean(),
  hasEmail: z.boolean(),
  /** By store area, then by name; those that need no pack too. What was sent, once it cannot be changed. */
  lines: z.array(ShoppingLine),
  /** For the lines whose price is known. */
  costCents: z.int(),
  unpriced: z.int(),
  minOrderCents: z.int(),
  underMinimumCents: z.int(),
  /** Portions for which it is ordered though nobody has ordered them yet. */
  partForecast: z.object({ portions: z.int(), of: z.int() }).nullable(),
  sent: SentOrder.nullable(),
  /** Since it was sent. Null: not sent, or it cannot be changed any more. */
  changes: z.array(PackChange).nullable(),
  /** What was ordered for the same day, for other deliveries: it is not in here. */
  alsoOrdered: z.array(
    z.object({ from: PlainDateText, to: PlainDateText, at: InstantText, by: z.string() }),
  ),
});
export type ShoppingOrder = z.infer<typeof ShoppingOrder>;

/** `cents`: packs, deliveries and what is missing to the minimum, less what is good for seven more days. */
const ArrivalChoice = z.object({
  arrivals: z.array(PlainDateText),
  cents: z.int(),
  outOfDate: z.int(),
  short: z.int(),
});
export type ArrivalChoice = z.infer<typeof ArrivalChoice>;

export const ShoppingReply = z.object({
  from: PlainDateText,
  to: PlainDateText,
  today: PlainDateText,
  orders: z.array(ShoppingOrder),
  /** How often suppliers come, why, and what else could be chosen. */
  suppliers: z.array(
    z.object({
      supplierId: Id,
      supplier: z.string(),
      /** False: any day counts, ordered the evening before. */
      hasRounds: z.boolean(),
      deliveryDays: z.array(PlainDateText),
      chosen: ArrivalChoice,
      /** The best with one delivery fewer, and with one more. */
      others: z.array(ArrivalChoice),
      isChosen: z.boolean(),
    }),
  ),
  /** Needed before the first round that can still be ordered. */
  short: z.array(
    z.object({
      ...Ingredient,
      date: PlainDateText,
      qty: z.int(),
      supplier: z.string(),
      /** What would be cooked of it that day, by name. */
      pots: z.array(z.string()),
      /** The meals that would go out that day. */
      mealIds: z.array(Id),
    }),
  ),
  withoutPack: z.array(z.object({ ...Ingredient, need: z.int() })),
  /** A cheaper pack of the same at another supplier, per unit. */
  cheaper: z.array(
    z.object({
      ingredientId: Id,
      ingredient: z.string(),
      supplier: z.string(),
      pack: z.string(),
      /** In hundredths of a percent of what its own supplier's best pack costs. */
      savesBp: z.int(),
    }),
  ),
  fromLabels: z.object({
    meals: z.array(z.string()),
    ingredients: z.array(
      z.object({ name: z.string(), grams: z.int().nullable(), isWhole: z.boolean() }),
    ),
  }),
  /** Why the list is not whole: components that cannot be cooked. */
  missing: z.array(z.string()),
});
export type ShoppingReply = z.infer<typeof ShoppingReply>;

export const getShopping = endpoint({
  method: 'GET',
  path: '/api/admin/production/shopping',
  right: 'seeDailyPrep',
  summary: 'What to buy for the deliveries from a day to another',
  query: ShoppingRange.refine(isPlanRange, RANGE_PROBLEM),
  reply: ShoppingReply,
});

export const getShoppingFile = endpoint({
  method: 'GET',
  path: '/api/admin/production/shopping.csv',
  right: 'seeDailyPrep',
  about: 'any',
  summary: 'The same as CSV: one line for each pack',
  query: ShoppingRange.extend(oneOrder()).refine(isPlanRange, RANGE_PROBLEM),
  reply: z.string(),
  mediaType: 'text/csv',
});

export const printShopping = endpoint({
  method: 'GET',
  path: '/api/admin/production/shopping.pdf',
  right: 'seeDailyPrep',
  about: 'any',
  summary: 'The same printed, by supplier or by store area',
  query: ShoppingRange.extend({
    ...oneOrder(),
    by: z.enum(['supplier', 'area']).default('supplier'),
  }).refine(isPlanRange, RANGE_PROBLEM),
  reply: z.unknown(),
  mediaType: 'application/pdf',
});

/** Only one supplier's, or one order of theirs. */
function oneOrder() {
  return {
    supplierId: z.coerce.number().pipe(Id).optional(),
    arrives: PlainDateText.optional(),
  };
}

export const sendShoppingOrder = endpoint({
  method: 'POST',
  path: '/api/admin/production/shopping/orders',
  right: 'cook',
  about: 'any',
  summary:
    'Orders from a supplier by email, or says that it was done elsewhere. 409 already_sent and list_changed when that is not what the sender saw',
  refusals: ['already_sent', 'list_changed', 'nothing_to_send'],
  body: ShoppingRange.extend({
    supplierId: Id,
    arrives: PlainDateText,
    way: z.enum(ORDER_WAYS),
    /** The number of the last order that the sender knew of; 0: none. */
    seen: z.int().min(0),
    /** What the sender saw, and what is sent. */
    lines: z.array(z.strictObject({ packId: Id, packs: z.int().min(1) })).max(500),
    /** For the supplier. */
    note: text(400).default(''),
  }).refine(isPlanRange, RANGE_PROBLEM),
  status: 201,
  reply: ShoppingReply,
});
