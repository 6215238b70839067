import {
  CHANGING_AND_PAYING_BACK,
  CHANGING_ORDER,
  SETTLING,
} from '#areas/order-book/calls/refusal-groups.ts';
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { MealReply } from '#areas/menu/calls/meals.ts';
import { MealTypeText } from '#areas/menu/calls/meal-type-text.ts';
import { SoldOutMealReply } from '#areas/menu/calls/meal-limits.ts';
import { OrderingWeekReply, QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { TokenInPath, TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import {
  FoodAnswersRequest,
  FoodNeedsReply,
  FoodNeedsRequest,
  RecipientReply,
  RecipientRequest,
} from '#areas/order-book/calls/prepared-order.ts';
import {
  AmountText,
  Id,
  InstantText,
  PlainDateText,
  StoredWindow,
  text,
} from '#platform/calls/wire-values.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import { LONGEST_PHONE } from '#areas/business/rules/australia.ts';
import { LONGEST_NAME } from '#platform/rules/customer-name.ts';
import { LONGEST_ADDRESS } from '#areas/business/rules/street-address.ts';
import { DELIVERY_STATUSES } from '#areas/order-book/rules/delivery.ts';
import type { SentChange } from '#areas/order-book/rules/customer-change.ts';
import { LONGEST_INSTRUCTIONS } from '#areas/order-book/rules/order-draft.ts';
import { MOST_ITEMS } from '#areas/order-book/rules/prepared-order.ts';
import { ORDER_STATUSES } from '#areas/order-book/rules/order-status.ts';

const SentItem = z.strictObject({
  /** For the meal in the order; left out, it is found by person, day and meal. */
  id: Id.nullish(),
  mealId: Id,
  deliveryDate: PlainDateText,
  deliveryWindow: DeliveryWindowText.optional(),
  mealType: MealTypeText,
  /** Ignored: the server sets the price. */
  price: AmountText.optional(),
  personName: text(LONGEST_NAME).default('Person 1'),
  mealDate: PlainDateText.optional(),
});

/** Whatever is left out stays as it is. */
const ChangeOfOrder = {
  customer: z
    .strictObject({
      firstName: text(LONGEST_NAME),
      lastName: text(LONGEST_NAME),
      email: text(254),
      phone: text(LONGEST_PHONE),
      address: text(LONGEST_ADDRESS),
      deliveryPreference: z.enum(['warm', 'cold']),
      specialInstructions: text(LONGEST_INSTRUCTIONS)
        .nullable()
        .transform((sent) => sent ?? ''),
    })
    .partial()
    .optional(),
  /** Null: nobody else, the food is for the customer. */
  recipient: RecipientRequest.nullable().optional(),
  people: z
    .array(
      z.strictObject({
        name: text(LONGEST_NAME),
        calorieTarget: z.int().min(500).max(6000).optional(),
        ...FoodNeedsRequest,
      }),
    )
    .max(6, 'Please order for 1 to 6 people')
    .optional(),
  /** All meals that shall be in the order; none: it is cancelled. */
  orderItems: z.array(SentItem).max(MOST_ITEMS).optional(),
  deliveryType: z.enum(['daily', 'weekly']).optional(),
  foodAnswers: FoodAnswersRequest,
  /** As last seen; another one by now is 409 `order_changed`. */
  version: z.int().positive().optional(),
  /** Anyone who asks can pay for what others hold unpaid: `place`. Left out, it counts as gone. */
  onPayment: z.boolean().optional(),
};

/** Others hold what it needs and have not paid: the card is charged, and the order changed, only if it comes free. */
const OnPayment = z.literal('on_payment').optional();

const ChangeToQuote = z.strictObject(ChangeOfOrder) satisfies z.ZodType<SentChange, unknown>;
export type ChangeToQuote = z.infer<typeof ChangeToQuote>;

const ChangeToMake = z.strictObject({
  ...ChangeOfOrder,
  /** What the whole order shall cost, as quoted. */
  expectedTotal: AmountText.optional(),
  /** For the payment that this change waited for. */
  paymentIntentId: text(255).min(1).optional(),
});
export type ChangeToMake = z.infer<typeof ChangeToMake>;

const BlockedReply = z.object({
  code: z.enum([
    'past_cutoff',
    'sale_closed',
    'slot_full',
    'meal_sold_out',
    'order_changed',
    'dispute_open',
  ]),
  message: z.string(),
  full: z.array(z.object({ date: PlainDateText, timeSlot: StoredWindow })).optional(),
  meals: z.array(SoldOutMealReply).optional(),
});
export type BlockedReply = z.infer<typeof BlockedReply>;

const ChangeQuoteReply = z.object({
  quote: QuoteReply,
  /** "-14.99": money goes back. */
  difference: z.string(),
  /** What would be paid first; "0.00": nothing. */
  due: z.string(),
  /** What would go back to the card. */
  back: z.string(),
  /** In words: "Mia, Thu 3 Dec dinner: Butter Chicken → Barramundi". */
  what: z.array(z.string()),
  version: z.int(),
  /** Why it can't be changed so; left out, it can. */
  blocked: BlockedReply.optional(),
  place: OnPayment,
});
export type ChangeQuoteReply = z.infer<typeof ChangeQuoteReply>;

export const quoteOrderChange = endpoint({
  method: 'POST',
  path: '/api/orders/track/:token/quote',
  access: 'public',
  about: 'token',
  summary: "What a customer's order would cost if changed so; nothing is changed",
  refusals: [...CHANGING_ORDER, 'meal_unavailable', 'order_changed'],
  params: TokenInPath,
  body: ChangeToQuote,
  reply: ChangeQuoteReply,
});

export const changeTrackedOrder = endpoint({
  method: 'POST',
  path: '/api/orders/track/:token/change',
  access: 'public',
  about: 'token',
  summary:
    'The customer changes their order; 402 with a payment to make first, when it costs more than before',
  refusals: [
    ...CHANGING_AND_PAYING_BACK,
    ...SETTLING,
    'meal_unavailable',
    'order_changed',
    'payment_due',
    'payment_in_progress',
    'quote_changed',
    'sale_closed',
  ],
  params: TokenInPath,
  body: ChangeToMake,
  reply: TrackedOrderReply,
});

/** The 402 reply, beyond `{message, code}`. Nothing is changed until it is paid. */
export const PaymentDueReply = z.object({
  code: z.literal('payment_due'),
  message: z.string(),
  clientSecret: z.string(),
  paymentIntentId: z.string(),
  amount: z.string(),
  /** New places are held until then. */
  holdExpiresAt: z.iso.datetime(),
  place: OnPayment,
});
export type PaymentDueReply = z.infer<typeof PaymentDueReply>;

/** What the page for changing an order starts from. */
const OrderToChangeReply = z.object({
  orderNumber: z.string(),
  version: z.int(),
  status: z.enum(ORDER_STATUSES),
  total: z.string(),
  /** The customer can change what its first delivery brings until then. */
  changeUntil: InstantText,
  /** The days that the table shows: those that can be ordered now, or those of the order where Settings have moved the week. */
  week: OrderingWeekReply,
  /** Why nothing can be changed, in a sentence for the customer; null while something can. */
  closed: z.string().nullable(),
  deliveryType: z.enum(['daily', 'weekly']),
  customer: z.object({
    firstName: z.string(),
    lastName: z.string(),
    /** "m…@example.com", as on the tracking page. */
    email: z.string(),
    /** The last three digits: enough for its owner to recognise it. */
    phoneEnd: z.string(),
    addressLine1: z.string(),
    addressLine2: z.string(),
    suburb: z.string(),
    deliveryPreference: z.enum(['warm', 'cold']),
    specialInstructions: z.string(),
  }),
  /** Null: the food is for the customer. */
  recipient: RecipientReply.nullable(),
  people: z.array(z.object({ name: z.string(), calorieTarget: z.int(), ...FoodNeedsReply })),
  deliveries: z.array(
    z.object({
      date: PlainDateText,
      window: StoredWindow,
      status: z.enum(DELIVERY_STATUSES),
      /** Why this one stays as it is; null while it can be changed. */
      whyLocked: z.string().nullable(),
    }),
  ),
  items: z.array(
    z.object({
      id: Id,
      mealId: Id,
      mealName: z.string(),
      mealType: MealTypeText,
      mealDate: PlainDateText,
      deliveryDate: PlainDateText,
      deliveryWindow: StoredWindow,
      personName: z.string(),
      /** As it was sold. */
      price: z.string(),
      isOpen: z.boolean(),
    }),
  ),
  /** Those of its meals that are not on the menu. */
  mealsOffMenu: z.array(MealReply),
});
export type OrderToChangeReply = z.infer<typeof OrderToChangeReply>;

export const getOrderToChange = endpoint({
  method: 'GET',
  path: '/api/orders/track/:token/change',
  access: 'public',
  about: 'token',
  summary: 'What the customer of a paid order can change of it, and what stays',
  params: TokenInPath,
  reply: OrderToChangeReply,
});
