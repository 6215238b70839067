import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, PlainDateText, StoredWindow } from '#platform/calls/wire-values.ts';
import { MealTypeText } from '#areas/menu/calls/meal-type-text.ts';
import { REPORTED_STATUSES } from '#areas/order-book/rules/delivery-status.ts';

const Counts = {
  deliveries: z.int(),
  meals: z.int(),
  lunch: z.int(),
  dinner: z.int(),
  warm: z.int(),
  cold: z.int(),
};

const MealTotal = z.object({
  mealId: Id,
  name: z.string(),
  mealType: MealTypeText,
  /** To cook: without those on hold. */
  count: z.int(),
  /** Neither cooked nor packed until they are settled. */
  onHold: z.int(),
  warm: z.int(),
  cold: z.int(),
});

const MealProgress = MealTotal.extend({
  /** Of `count`, as ticked off by the cooks. More than `count` when an order was cancelled since. */
  done: z.int(),
  /** Of the meal as it is now: what is ticked off is cooked by it. Null: it was deleted. */
  mealVersion: z.int().nullable(),
  /** The stops whose packer misses a portion of it. */
  shortStops: z.array(z.int()),
});

export const DailyPrepReply = z.object({
  date: PlainDateText,
  ...Counts,
  /** Not among them: what is cooked only once staff decide on its order. */
  waiting: z.object({ orders: z.int(), meals: z.int() }),
  /** Presents with a card to print. */
  giftCards: z.int(),
  byMeal: z.array(MealTotal),
  windows: z.array(
    z.object({
      timeSlot: StoredWindow,
      ...Counts,
      /** How far its deliveries have come. */
      counts: z.record(z.enum(REPORTED_STATUSES), z.int()),
      byMeal: z.array(MealProgress),
    }),
  ),
});
export type DailyPrepReply = z.infer<typeof DailyPrepReply>;

export const getDailyPrep = endpoint({
  method: 'GET',
  path: '/api/admin/daily-prep',
  right: 'seeDailyPrep',
  summary: 'How much to cook and pack on a day; without a date, the next day with deliveries',
  query: z.strictObject({ date: PlainDateText.optional() }),
  reply: DailyPrepReply,
});
