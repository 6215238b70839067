import {
  CARD_PROVIDER,
  CHANGING_AND_PAYING_BACK,
  CHANGING_ORDER,
  NO_ROOM,
  PAYING_BACK,
  SETTLING,
} from '#areas/order-book/calls/refusal-groups.ts';
import { z } from 'zod';
import {
  FoodNeedsReply,
  RecipientReply,
  MissedReply,
  PORTION_FIELDS,
} from '#areas/order-book/calls/prepared-order.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import {
  Id,
  IdInPath,
  InstantText,
  PlainDateText,
  StoredWindow,
  text,
} from '#platform/calls/wire-values.ts';
import { MealTypeText } from '#areas/menu/calls/meal-type-text.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import { LONGEST_INSTRUCTIONS } from '#areas/order-book/rules/order-draft.ts';
import { MISSED_CHOICES, DELIVERY_STATUSES } from '#areas/order-book/rules/delivery.ts';
import { DIETS } from '#areas/needs/rules/food-needs.ts';
import { ORDER_STATUSES, REFUND_STATES } from '#areas/order-book/rules/order-status.ts';

export const PlacedOrderReply = z.object({ orderNumber: z.string(), trackingToken: z.string() });
export type PlacedOrderReply = z.infer<typeof PlacedOrderReply>;

/**
 * The order of a paid intent, for anyone who knows its client secret or sends the cookie that its checkout was given.
 * `orderData` is in the spec and never read: what was priced and held is what was bought.
 */
export const placeOrder = endpoint({
  method: 'POST',
  path: '/api/orders',
  access: 'public',
  about: 'token',
  summary: 'The one order of a paid intent; the same answer every time',
  refusals: [...NO_ROOM, ...CARD_PROVIDER, ...PAYING_BACK, ...SETTLING],
  body: z.object({
    paymentIntentId: text(255).min(1),
    clientSecret: text(300).optional(),
    orderData: z.unknown().optional(),
  }),
  reply: PlacedOrderReply,
});

export const TrackedOrderReply = z.object({
  orderNumber: z.string(),
  status: z.enum(ORDER_STATUSES),
  createdAt: InstantText,
  firstName: z.string(),
  /** Where our emails go: enough for its owner to recognise it, "m…@example.com". */
  email: z.string(),
  address: z.string(),
  deliveryPreference: z.enum(['warm', 'cold']),
  specialInstructions: z.string(),
  /** Who gets the food; null: the customer. `link`: what to pass on to them, a page without prices. */
  recipient: RecipientReply.extend({ link: z.string() }).nullable(),
  deliveryType: z.enum(['daily', 'weekly']),
  subtotal: z.string(),
  deliveryFee: z.string(),
  tax: z.string(),
  /** In the total, as its documents say; null: it was sold without. Left out: none is issued yet. */
  gst: z.string().nullable().optional(),
  total: z.string(),
  /** Fees and offers, each with its reason; they add up to the delivery fee. */
  deliveryLines: z.array(z.object({ label: z.string(), amount: z.string() })),
  /** The customer can change the order until then. */
  changeUntil: InstantText,
  /** Customer-facing reason that changes are closed; null while they are open. */
  whyUnchangeable: z.string().nullable(),
  /** What is still to pay, because the order now costs more; null: nothing. */
  owed: z.string().nullable(),
  /** Grows by 1 with each change. */
  version: z.int(),
  /** What was changed since it was paid, oldest first. */
  changes: z.array(
    z.object({
      at: InstantText,
      /** `us`: the kitchen, for whatever reason. */
      by: z.enum(['customer', 'us']),
      /** In words: "Mia, Thu 3 Dec dinner: Butter Chicken → Barramundi"; older ones: "−1 Butter Chicken". */
      what: z.array(z.string()),
      paid: z.string().nullable(),
      refund: z.string().nullable(),
      /** It was paid for, and could no longer be made. */
      isRefused: z.boolean(),
    }),
  ),
  refunds: z.array(
    z.object({ amount: z.string(), state: z.enum(REFUND_STATES), createdAt: InstantText }),
  ),
  people: z.array(z.object({ name: z.string(), ...FoodNeedsReply })),
  /** Meals that ran out: what a person gets instead, and what was chosen. */
  choices: z.array(
    z.object({
      id: Id,
      /** Empty: nothing of theirs is left in the order. */
      personName: z.string(),
      mealName: z.string(),
      date: PlainDateText,
      timeSlot: StoredWindow,
      until: InstantText,
      /** At no extra cost, nearest first: without an answer it is the first, or the refund. */
      options: z.array(
        z.object({
          mealId: Id,
          name: z.string(),
          calories: z.int(),
          diets: z.array(z.enum(DIETS)),
        }),
      ),
      /** What goes back instead of a meal: 0.00 if it was paid back before. Null once chosen. */
      refund: z.string().nullable(),
      /** Null: not chosen yet. `mealName` null: the money went back. */
      chosen: z
        .object({
          isByUs: z.boolean(),
          mealName: z.string().nullable(),
          refund: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
  deliveries: z.array(
    z.object({
      date: PlainDateText,
      timeSlot: StoredWindow,
      status: z.enum(DELIVERY_STATUSES),
      /** When its status came to be, where it was left, or why it was not; null: nothing happened yet. */
      news: z
        .object({
          at: InstantText,
          place: z.string(),
          reason: z.string(),
          /** The path of the driver's photo of the door; null: there is none, or not yet. */
          photo: z.string().nullable(),
        })
        .nullable(),
      /** For one on the road: when to expect it, and how many stops come first. */
      road: z
        .object({
          stopsBefore: z.int(),
          from: InstantText,
          to: InstantText,
          /** When we last heard of the run. */
          newsAt: InstantText,
          /** False: too long ago to say where the driver is. */
          isFresh: z.boolean(),
        })
        .nullable(),
      /** For one that we could not leave: what the customer may choose. Null: nothing was offered. */
      missed: MissedReply.nullable(),
      items: z.array(
        z.object({
          id: Id,
          mealId: Id,
          personName: z.string(),
          mealName: z.string(),
          mealType: MealTypeText,
          mealDate: PlainDateText,
          price: z.string(),
          /** All that it costs went back, and it is still brought. */
          isPaidBack: z.boolean(),
          calories: z.int(),
          protein: z.int(),
          allergens: z.array(z.string()).nullable(),
          /** What staff agreed with the customer although the person can't have it. */
          agreed: z.string().nullable(),
          /** Why it is not sent as it is, or may not be eaten, and what they can do; null: nothing holds it. */
          onHold: z.string().nullable(),
          /** What to do on arrival: "Freeze on arrival", "Eat by Fri 16 Jan"; null: eaten fresh. */
          advice: z.string().nullable(),
          ...PORTION_FIELDS,
        }),
      ),
      /** Meals of it that we took off, and what went back for each; null: nothing did. */
      cancelled: z.array(
        z.object({
          id: Id,
          personName: z.string(),
          mealName: z.string(),
          refund: z.string().nullable(),
        }),
      ),
    }),
  ),
});
export type TrackedOrderReply = z.infer<typeof TrackedOrderReply>;

export const TokenInPath = z.object({ token: z.string().max(200) });

export const trackOrder = endpoint({
  method: 'GET',
  path: '/api/orders/track/:token',
  access: 'public',
  about: 'token',
  summary: "A customer's own order, by the secret link",
  params: TokenInPath,
  reply: TrackedOrderReply,
});

export const changeInstructions = endpoint({
  method: 'PUT',
  path: '/api/orders/track/:token/instructions',
  access: 'public',
  about: 'token',
  summary: 'The customer changes their instructions for driver and kitchen, before the cutoff',
  refusals: [...CHANGING_ORDER, 'closed'],
  params: TokenInPath,
  body: z.strictObject({
    specialInstructions: text(LONGEST_INSTRUCTIONS).transform((sent) => sent.trim()),
  }),
  reply: TrackedOrderReply,
});

export const cancelTrackedOrder = endpoint({
  method: 'POST',
  path: '/api/orders/track/:token/cancel',
  access: 'public',
  about: 'token',
  summary: 'The customer cancels before the cutoff, for a full refund',
  refusals: [...NO_ROOM, ...CARD_PROVIDER, ...PAYING_BACK, 'changed_meanwhile', 'closed'],
  params: TokenInPath,
  reply: TrackedOrderReply,
});

export const TopUpReply = z.object({
  paymentIntentId: z.string(),
  clientSecret: z.string(),
  /** What is owed, as text with two decimals. */
  amount: z.string(),
});
export type TopUpReply = z.infer<typeof TopUpReply>;

export const startTopUp = endpoint({
  method: 'POST',
  path: '/api/orders/track/:token/pay',
  access: 'public',
  about: 'token',
  summary: 'Opens the card payment of what the order still owes; 409 `nothing_owed`',
  refusals: [
    ...CHANGING_AND_PAYING_BACK,
    ...SETTLING,
    'nothing_owed',
    'order_changed',
    'payment_in_progress',
    'quote_changed',
  ],
  params: TokenInPath,
  reply: TopUpReply,
});

export const answerMealChoice = endpoint({
  method: 'POST',
  path: '/api/orders/track/:token/choices/:id',
  access: 'public',
  about: 'token',
  summary: 'The customer chooses what a person gets instead of a meal that ran out',
  refusals: [...CHANGING_AND_PAYING_BACK, 'already_chosen', 'option_gone', 'too_late'],
  params: TokenInPath.extend({ id: IdInPath }),
  /** `mealId` null: their money back. */
  body: z.strictObject({ mealId: Id.nullable() }),
  reply: TrackedOrderReply,
});

export const chooseAfterMissed = endpoint({
  method: 'POST',
  path: '/api/orders/track/:token/missed/:id',
  access: 'public',
  about: 'token',
  summary: 'The customer chooses what happens with a delivery that we could not leave',
  refusals: [...CHANGING_AND_PAYING_BACK, 'already_chosen', 'option_gone', 'too_late'],
  params: TokenInPath.extend({ id: IdInPath }),
  body: z
    .strictObject({
      choice: z.enum(MISSED_CHOICES),
      date: PlainDateText.optional(),
      window: DeliveryWindowText.optional(),
    })
    .refine(
      ({ choice, date, window }) =>
        choice === 'again'
          ? date !== undefined && window !== undefined
          : date === undefined && window === undefined,
      'Please send date and window for another delivery, and for nothing else',
    ),
  reply: z.object({ chosen: z.enum(MISSED_CHOICES) }),
});

export const downloadCalendar = endpoint({
  method: 'GET',
  path: '/api/orders/track/:token/calendar.ics',
  access: 'public',
  about: 'token',
  summary: 'The deliveries of an order as calendar events (RFC 5545)',
  params: TokenInPath,
  reply: z.string(),
  mediaType: 'text/calendar',
});

export const getTrackedPhoto = endpoint({
  method: 'GET',
  path: '/api/orders/track/:token/photos/:key',
  access: 'public',
  about: 'token',
  summary: 'The photo of where the bags of this order were left',
  params: TokenInPath.extend({ key: z.uuid() }),
  reply: z.unknown(),
  mediaType: 'image/jpeg',
});

export const downloadReceipt = endpoint({
  method: 'GET',
  path: '/api/orders/track/:token/receipt.pdf',
  access: 'public',
  about: 'token',
  summary:
    'The receipt of an order as PDF, or its tax invoice, with a note for each change since, as issued',
  refusals: ['changed_meanwhile'],
  params: TokenInPath,
  reply: z.unknown(),
  mediaType: 'application/pdf',
});
