import { TEMPERATURES } from '#areas/order-book/rules/pack-bag.ts';
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { FoodNeedsReply } from '#areas/order-book/calls/prepared-order.ts';
import { Id, PlainDateText, StoredWindow } from '#platform/calls/wire-values.ts';
import { MealTypeText } from '#areas/menu/calls/meal-type-text.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import { DELIVERY_STATUSES, REPORTED_STATUSES } from '#areas/order-book/rules/delivery-status.ts';
import { ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { ORDER_STATUSES } from '#areas/order-book/rules/order-status.ts';

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

export const PackedBagReply = z.object({
  orderId: Id,
  orderNumber: z.string(),
  status: z.enum(ORDER_STATUSES),
  deliveryId: Id,
  deliveryStatus: z.enum(DELIVERY_STATUSES),
  /** Its number in the run, as on bag label and run sheet. */
  stop: z.int().nullable(),
  timeSlot: StoredWindow,
  customerName: z.string(),
  phone: z.string(),
  suburb: z.string(),
  temperature: z.enum(TEMPERATURES),
  specialInstructions: z.string(),
  /** Those in this bag with allergens, diets or a note. */
  needs: z.array(z.object({ name: z.string(), ...FoodNeedsReply })),
  /** What the instructions say about food; empty for an ordinary order. */
  specialWords: z.array(z.string()),
  /** Whom they name with it; empty when they name nobody. */
  specialPeople: z.array(z.string()),
  items: z.array(
    z.object({
      mealId: Id,
      name: z.string(),
      mealType: MealTypeText,
      mealDate: PlainDateText,
      personName: z.string(),
      /** Null: not declared. */
      allergens: z.array(z.enum(ALLERGENS)).nullable(),
      /** What it contains against the person's allergens, their note or the instructions. */
      holds: z.array(z.string()),
      /** Why it is neither cooked nor packed: "contains MILK"; null: it may be. */
      onHold: z.string().nullable(),
      /** What is in it although the person cannot have it, agreed with them. */
      agreedTo: z.array(z.string()),
      traces: z.array(z.string()),
      /** One of the meals that the needs and instructions concern. */
      isConcerned: z.boolean(),
      /** "1 of 2", with a second helping. */
      helping: z.string().nullable(),
      /** "CONTAINS PEANUT, AGREED: reason, who, date". */
      agreed: z.string().nullable(),
    }),
  ),
});
export type PackedBagReply = z.infer<typeof PackedBagReply>;

/** By window and stop. */
const Bags = z.object({ bags: z.array(PackedBagReply) });

export const getDailyPrep = endpoint({
  method: 'GET',
  path: '/api/admin/daily-prep',
  access: 'staff',
  right: 'seeDailyPrep',
  summary: 'How much to cook and pack on a day; without a date, the next day with deliveries',
  query: z.strictObject({ date: PlainDateText.optional() }),
  reply: DailyPrepReply,
});

const OfDay = z.strictObject({ date: PlainDateText });

export const listSpecialBags = endpoint({
  method: 'GET',
  path: '/api/admin/daily-prep/specials',
  access: 'staff',
  right: 'seeDailyPrep',
  summary: 'The bags of a day that must be read before anything is cooked',
  query: OfDay,
  reply: Bags,
});

export const listPackedBags = endpoint({
  method: 'GET',
  path: '/api/admin/daily-prep/bags',
  access: 'staff',
  right: 'seeDailyPrep',
  summary: 'The packing list of a day',
  query: OfDay,
  reply: Bags,
});

export const MOST_PORTIONS_A_TICK = 1000;

export const tickOff = endpoint({
  method: 'POST',
  path: '/api/admin/daily-prep/ticks',
  access: 'staff',
  right: 'cook',
  about: 'any',
  summary:
    'Tick portions of a meal off as cooked, or take them back; deliveries with all their meals done become cooked',
  body: z.strictObject({
    date: PlainDateText,
    timeSlot: DeliveryWindowText,
    mealId: Id,
    /** Below 0: taken back. */
    count: z
      .int()
      .min(-MOST_PORTIONS_A_TICK)
      .max(MOST_PORTIONS_A_TICK)
      .refine((count) => count !== 0, 'Enter how many portions'),
    /** On the screen when it was tapped. An older one than the meal's own is refused: 409 `recipe_changed`. */
    mealVersion: z.int().optional(),
    /** Another for each tap: the same key counts once. */
    key: z.uuid(),
  }),
  reply: z.object({
    /** Of this meal in this window. */
    done: z.int(),
    total: z.int(),
    /** How many deliveries became cooked, or planned again. */
    deliveries: z.int(),
  }),
});
