import { z } from 'zod';
import { endpoint, ErrorReply } from '#platform/calls/endpoint.ts';
import { SoldOutMealReply } from '#areas/menu/calls/meal-limits.ts';
import { OrderingWeekReply, QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { PreparedOrderRequest } from '#areas/order-book/calls/prepared-order.ts';
import { InstantText, PlainDateText, StoredWindow } from '#platform/calls/wire-values.ts';

export const CheckoutReply = z.object({
  clientSecret: z.string(),
  paymentIntentId: z.string(),
  checkoutId: z.uuid(),
  holdExpiresAt: InstantText,
  canExtendHold: z.boolean(),
  /** The same customer paid for one of these days a few minutes ago. */
  justOrdered: z.boolean(),
  quote: QuoteReply,
});
export type CheckoutReply = z.infer<typeof CheckoutReply>;

export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/api/create-payment-intent',
  access: 'public',
  summary: 'Checks, prices and holds an order, then opens its payment',
  body: z.strictObject({
    /** Dollars: 30.97. */
    amount: z.number().nonnegative().max(100_000),
    orderData: PreparedOrderRequest,
  }),
  reply: CheckoutReply,
});

export const extendHold = endpoint({
  method: 'POST',
  path: '/api/extend-hold',
  access: 'public',
  summary: "Extends a customer's hold, once",
  body: z.strictObject({ checkoutId: z.uuid(), clientSecret: z.string().max(300) }),
  reply: z.object({ holdExpiresAt: InstantText, canExtendHold: z.boolean() }),
});

export const CHECKOUT_CONFLICT_CODES = [
  'quote_changed',
  'slot_full',
  'past_cutoff',
  'meal_unavailable',
  'meal_sold_out',
  'already_paid',
  'payment_in_progress',
] as const;

/** The 409 replies of create-payment-intent, beyond `{message, code}`. */
export const CheckoutConflictReply = ErrorReply.extend({
  code: z.enum(CHECKOUT_CONFLICT_CODES),
  quote: QuoteReply.optional(),
  alternatives: z
    .array(
      z.object({
        date: PlainDateText,
        timeSlot: StoredWindow,
        placesLeft: z.int().nullable(),
      }),
    )
    .optional(),
  /** The deliveries that have no place left. */
  full: z.array(z.object({ date: PlainDateText, timeSlot: StoredWindow })).optional(),
  orderingWeek: OrderingWeekReply.optional(),
  mealIds: z.array(z.int()).optional(),
  /** Meals of which fewer portions are left than were asked for. */
  meals: z.array(SoldOutMealReply).optional(),
  paymentIntentId: z.string().optional(),
});
export type CheckoutConflictReply = z.infer<typeof CheckoutConflictReply>;
