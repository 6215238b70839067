import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { FoodQuestionReply, OrderToPrice } from '#areas/order-book/calls/prepared-order.ts';
import { Id, InstantText, PlainDateText, StoredWindow } from '#platform/calls/wire-values.ts';
import { MealTypeText } from '#areas/menu/calls/meal-type-text.ts';
import { SaleReply } from '#areas/business/calls/sale.ts';
import { SELLABLE } from '#areas/business/rules/sale-state.ts';
import { DIETS } from '#areas/needs/rules/food-needs.ts';

export const QuoteReply = z.object({
  deliveryType: z.enum(['daily', 'weekly']),
  items: z.array(
    z.object({
      mealId: Id,
      mealName: z.string(),
      mealType: MealTypeText,
      personName: z.string(),
      mealDate: PlainDateText,
      deliveryDate: PlainDateText,
      deliveryWindow: StoredWindow,
      price: z.string(),
      /** What to do on arrival: "Freeze on arrival", "Eat by Fri 16 Jan"; null: eaten fresh. */
      advice: z.string().nullable(),
    }),
  ),
  fees: z.array(z.object({ personName: z.string(), reason: z.string(), amount: z.string() })),
  /** Amounts are negative: "-5.99". */
  offers: z.array(z.object({ code: z.string(), reason: z.string(), amount: z.string() })),
  deliveryLines: z.array(z.object({ label: z.string(), amount: z.string() })),
  /** Meals against a diet of the person they are for: allowed, and said. */
  dietWarnings: z.array(
    z.object({
      personName: z.string(),
      mealId: Id,
      mealName: z.string(),
      diets: z.array(z.enum(DIETS)),
    }),
  ),
  subtotal: z.string(),
  deliveryFee: z.string(),
  tax: z.string(),
  total: z.string(),
  /** One delivery for a daily order costs this much less, every meal keeps, and its window is open; null: not so. */
  weeklyInstead: z
    .object({
      date: PlainDateText,
      timeSlot: StoredWindow,
      saves: z.string(),
      /** Meals to freeze on arrival. */
      toFreeze: z.int(),
      /** The order is to come warm now; one delivery comes cold. */
      losesWarm: z.boolean(),
    })
    .nullish(),
  /** Why someone on the waitlist pays for delivery: "Your free delivery was used on 3 Mar." */
  offerRefused: z.string().nullish(),
  /** What its notes say of food and nobody has answered; those that hold are answered before it is paid. */
  questions: z.array(FoodQuestionReply).optional(),
});
export type QuoteReply = z.infer<typeof QuoteReply>;

export const quoteOrder = endpoint({
  method: 'POST',
  path: '/api/quote',
  access: 'public',
  about: 'any',
  summary: 'Prices an order; nothing is held',
  refusals: [
    'allergen_clash',
    'meal_sold_out',
    'meal_unavailable',
    'past_cutoff',
    'preview_used_up',
    'sale_closed',
    'will_not_keep',
  ],
  body: z.object({
    orderData: OrderToPrice,
    /** For staff who take phone orders: also while the public cannot order. Of others it counts for nothing. */
    evenIfClosed: z.boolean().optional(),
  }),
  reply: QuoteReply,
});

export const OrderingWeekReply = z.object({
  timeZone: z.string(),
  now: InstantText,
  cutoff: InstantText,
  pastDeadline: z.boolean(),
  sale: SaleReply,
  weekStart: PlainDateText,
  weekEnd: PlainDateText,
  days: z.array(
    z.object({
      date: PlainDateText,
      windows: z.array(
        z.object({
          timeSlot: StoredWindow,
          open: z.boolean(),
          placesLeft: z.int().nullable(),
          /** Why it cannot be booked; left out: it can. */
          reason: z.enum(SELLABLE).exclude(['open']).optional(),
        }),
      ),
      /** Meals eaten on this day of which few portions are left, 5 or less; 0: sold out. */
      limited: z.array(z.object({ mealId: Id, left: z.int() })),
    }),
  ),
});
export type OrderingWeekReply = z.infer<typeof OrderingWeekReply>;

export const getOrderingWeek = endpoint({
  method: 'GET',
  path: '/api/ordering-week',
  access: 'public',
  summary: 'The week that can be ordered now, by the kitchen clock',
  reply: OrderingWeekReply,
});
