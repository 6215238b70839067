import {
  CARD_PROVIDER,
  NO_ROOM,
  SETTLING,
  UNSUITABLE_FOOD,
} from '#areas/order-book/calls/refusal-groups.ts';
import { z } from 'zod';
import { endpoint, ErrorReply } from '#platform/calls/endpoint.ts';
import { SaleReply } from '#areas/business/calls/sale.ts';
import { SoldOutMealReply } from '#areas/menu/calls/meal-limits.ts';
import { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';
import { OrderingWeekReply, QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { PreparedOrderRequest } from '#areas/order-book/calls/prepared-order.ts';
import { InstantText, PlainDateText, StoredWindow } from '#platform/calls/wire-values.ts';

const FreeWindows = z.array(
  z.object({ date: PlainDateText, timeSlot: StoredWindow, placesLeft: z.int().nullable() }),
);
const Windows = z.array(z.object({ date: PlainDateText, timeSlot: StoredWindow }));

export const CheckoutReply = z.object({
  clientSecret: z.string(),
  paymentIntentId: z.string(),
  checkoutId: z.uuid(),
  holdExpiresAt: InstantText,
  canExtendHold: z.boolean(),
  /** The same customer paid for one of these days a few minutes ago. */
  justOrdered: z.boolean(),
  quote: QuoteReply,
  /**
   * Only to a request with `onPayment`: nothing is held, the card is charged only if the place is theirs, and
   * `holdExpiresAt` is until when it may be paid.
   */
  place: z.literal('on_payment').optional(),
  /** Among its deliveries, those for which others are paying just now. */
  crowded: Windows.optional(),
  /** Windows of the week in which nobody is in the way. */
  alternatives: FreeWindows.optional(),
});
export type CheckoutReply = z.infer<typeof CheckoutReply>;

export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/api/create-payment-intent',
  access: 'public',
  about: 'any',
  summary: 'Checks, prices and holds an order, then opens its payment',
  refusals: [
    ...UNSUITABLE_FOOD,
    ...NO_ROOM,
    ...CARD_PROVIDER,
    ...SETTLING,
    'already_paid',
    'meal_unavailable',
    'payment_in_progress',
    'preview_used_up',
    'quote_changed',
    'sale_closed',
  ],
  body: z.object({
    /** Dollars: 30.97. */
    amount: z.number().nonnegative().max(100_000),
    orderData: PreparedOrderRequest,
    /** The caller knows `place: 'on_payment'`; without it, 409 `slot_full` instead. */
    onPayment: z.boolean().optional(),
  }),
  reply: CheckoutReply,
});

const CheckoutInPath = z.object({ id: z.uuid() });

export const chooseWindows = endpoint({
  method: 'POST',
  path: '/api/checkouts/:id/windows',
  access: 'public',
  about: 'token',
  summary: 'Another window for an approved checkout whose place is gone, at the same total',
  refusals: [
    ...UNSUITABLE_FOOD,
    ...NO_ROOM,
    ...CARD_PROVIDER,
    ...SETTLING,
    'meal_unavailable',
    'preview_used_up',
    'quote_changed',
    'sale_closed',
  ],
  params: CheckoutInPath,
  body: z.strictObject({
    clientSecret: z.string().max(300),
    /** The same basket with other windows. */
    orderData: PreparedOrderRequest,
  }),
  reply: PlacedOrderReply,
});

export const letApprovalGo = endpoint({
  method: 'POST',
  path: '/api/checkouts/:id/let-go',
  access: 'public',
  about: 'token',
  summary: 'Ends an unpaid checkout at once: its approval is let go',
  refusals: [...CARD_PROVIDER],
  params: CheckoutInPath,
  body: z.strictObject({ clientSecret: z.string().max(300) }),
  reply: z.object({ state: z.enum(['ended', 'paid', 'processing']) }),
});

export const extendHold = endpoint({
  method: 'POST',
  path: '/api/extend-hold',
  access: 'public',
  about: 'token',
  summary: "Extends a customer's hold, once",
  refusals: ['hold_ended', 'too_early'],
  body: z.strictObject({ checkoutId: z.uuid(), clientSecret: z.string().max(300) }),
  reply: z.object({ holdExpiresAt: InstantText, canExtendHold: z.boolean() }),
});

export const CHECKOUT_CONFLICT_CODES = [
  'sale_closed',
  'preview_used_up',
  'quote_changed',
  'slot_full',
  'past_cutoff',
  'meal_unavailable',
  'meal_sold_out',
  'already_paid',
  'payment_in_progress',
  'place_pending',
  'recipe_changed',
  'amount_differs',
  'hold_ended',
  'hold_gave_way',
] as const;

/** The 409 replies of create-payment-intent, and of an approval that cannot be booked, beyond `{message, code}`. */
export const CheckoutConflictReply = ErrorReply.extend({
  code: z.enum(CHECKOUT_CONFLICT_CODES),
  quote: QuoteReply.optional(),
  alternatives: FreeWindows.optional(),
  full: Windows.optional(),
  /** A bank has approved: until when the approval is kept for another window. */
  approvedUntil: InstantText.optional(),
  /** For that approval, for the two calls that end it; only to anyone who has shown that it is theirs. */
  checkoutId: z.string().optional(),
  clientSecret: z.string().optional(),
  orderingWeek: OrderingWeekReply.optional(),
  sale: SaleReply.optional(),
  mealIds: z.array(z.int()).optional(),
  meals: z.array(SoldOutMealReply).optional(),
  paymentIntentId: z.string().optional(),
});
export type CheckoutConflictReply = z.infer<typeof CheckoutConflictReply>;
