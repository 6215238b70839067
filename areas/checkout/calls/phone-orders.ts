import {
  CARD_PROVIDER,
  NO_ROOM,
  PAYING_BACK,
  UNSUITABLE_FOOD,
} from '#areas/order-book/calls/refusal-groups.ts';
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import {
  FoodNeedsReply,
  PreparedOrderRequest,
  RecipientReply,
} from '#areas/order-book/calls/prepared-order.ts';
import { Id, InstantText, PlainDateText, StoredWindow, text } from '#platform/calls/wire-values.ts';
import { PAY_LINK_WAYS, PHONE_ORDER_STATES } from '#areas/order-book/rules/phone-order.ts';

/** Its id is the checkout's. */
export const PhoneOrderReply = z.object({
  id: z.uuid(),
  state: z.enum(PHONE_ORDER_STATES),
  /** Email of who took it. */
  takenBy: z.string(),
  takenAt: InstantText,
  /** Until then the places are held and the link can be paid. */
  heldUntil: InstantText,
  remindedAt: InstantText.nullable(),
  /** How often the link was sent. */
  sends: z.int(),
  sendBy: z.enum(PAY_LINK_WAYS),
  /** Null once it can no longer be paid. */
  link: z.string().nullable(),
  total: z.string(),
  customer: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  meals: z.int(),
  deliveries: z.array(z.object({ date: PlainDateText, window: StoredWindow })),
  order: z.object({ id: Id, orderNumber: z.string() }).nullable(),
  cancelledBy: z.string().nullable(),
  /** When staff said that they have seen it was not paid. */
  seenAt: InstantText.nullable(),
});
export type PhoneOrderReply = z.infer<typeof PhoneOrderReply>;

export const takePhoneOrder = endpoint({
  method: 'POST',
  path: '/api/admin/phone-orders',
  right: 'takePhoneOrders',
  about: 'any',
  summary:
    'Takes an order for a caller: checks, prices and holds it, and sends them a link to pay. The same basket again: the same order',
  refusals: [
    ...UNSUITABLE_FOOD,
    ...NO_ROOM,
    ...CARD_PROVIDER,
    'already_paid',
    'meal_unavailable',
    'not_open',
    'past_cutoff',
    'payment_in_progress',
    'quote_changed',
    'sale_closed',
  ],
  body: z.strictObject({
    orderData: PreparedOrderRequest,
    /** A text goes to mobile phones only. */
    sendBy: z.enum(PAY_LINK_WAYS).default('email_and_text'),
    /** Also while the public cannot order; without it, 409 `sale_closed`. */
    evenIfClosed: z.boolean().default(false),
  }),
  reply: PhoneOrderReply,
});

export const listPhoneOrders = endpoint({
  method: 'GET',
  path: '/api/admin/phone-orders',
  right: 'takePhoneOrders',
  summary: 'Phone orders that wait for their payment, and what became of those of the last 7 days',
  reply: z.object({ phoneOrders: z.array(PhoneOrderReply) }),
});

const OneOrder = z.object({ id: z.uuid() });

export const getPhoneOrder = endpoint({
  method: 'GET',
  path: '/api/admin/phone-orders/:id',
  right: 'takePhoneOrders',
  about: 'any',
  summary: 'One phone order with what was ordered, to be taken up again',
  params: OneOrder,
  reply: z.object({
    phoneOrder: PhoneOrderReply,
    orderData: z.object({
      customer: z.object({
        firstName: z.string(),
        lastName: z.string(),
        email: z.string(),
        phone: z.string(),
        address: z.string(),
        deliveryPreference: z.enum(['warm', 'cold']),
        specialInstructions: z.string(),
      }),
      deliveryType: z.enum(['daily', 'weekly']),
      people: z.array(z.object({ name: z.string(), calorieTarget: z.int(), ...FoodNeedsReply })),
      orderItems: z.array(
        z.object({
          mealId: Id,
          mealName: z.string(),
          mealType: z.enum(['lunch', 'dinner']),
          personName: z.string(),
          mealDate: PlainDateText,
          deliveryDate: PlainDateText,
          deliveryWindow: StoredWindow,
        }),
      ),
      /** Null: the food is for the caller. */
      recipient: RecipientReply.nullable(),
    }),
  }),
});

export const resendPayLink = endpoint({
  method: 'POST',
  path: '/api/admin/phone-orders/:id/send',
  right: 'takePhoneOrders',
  about: 'any',
  summary: 'Sends the link to pay once more',
  refusals: ['not_open', 'sent_often'],
  params: OneOrder,
  body: z.strictObject({
    /** As it was shown: a second click sends no second link. */
    sends: z.int().positive(),
  }),
  reply: PhoneOrderReply,
});

export const cancelPhoneOrder = endpoint({
  method: 'POST',
  path: '/api/admin/phone-orders/:id/cancel',
  right: 'takePhoneOrders',
  about: 'any',
  summary:
    'Gives up a phone order that is not paid: its payment is cancelled first, then its places are free',
  refusals: [...CARD_PROVIDER, ...PAYING_BACK, 'already_paid', 'not_open', 'payment_in_progress'],
  params: OneOrder,
  body: z.strictObject({
    /** False: the customer is not told, because they know or get another link. */
    notify: z.boolean().default(true),
  }),
  reply: PhoneOrderReply,
});

export const seePhoneOrder = endpoint({
  method: 'POST',
  path: '/api/admin/phone-orders/:id/seen',
  right: 'takePhoneOrders',
  about: 'any',
  summary: 'Someone has seen that it was not paid: Today lists it no longer',
  refusals: ['not_ended'],
  params: OneOrder,
  reply: PhoneOrderReply,
});

/** `ended`: not paid in time, and the places were given back. */
export const PAY_PAGE_STATES = ['open', 'ended', 'cancelled', 'paid'] as const;

const PayPageReply = z.object({
  state: z.enum(PAY_PAGE_STATES),
  firstName: z.string(),
  heldUntil: InstantText,
  /** Once it is paid. */
  orderNumber: z.string().nullable(),
  /** What is to be paid for; null once it can no longer be. */
  order: z
    .object({
      quote: QuoteReply,
      people: z.array(z.object({ name: z.string(), ...FoodNeedsReply })),
      name: z.string(),
      address: z.string(),
      deliveryPreference: z.enum(['warm', 'cold']),
      specialInstructions: z.string(),
      recipient: RecipientReply.nullable(),
    })
    .nullable(),
});
export type PayPageReply = z.infer<typeof PayPageReply>;

const PayLink = z.object({ token: text(64) });

export const getPayPage = endpoint({
  method: 'GET',
  path: '/api/pay/:token',
  access: 'public',
  about: 'token',
  summary: 'What a caller has ordered, for the page where they pay',
  params: PayLink,
  reply: PayPageReply,
});

export const openPayLink = endpoint({
  method: 'POST',
  path: '/api/pay/:token',
  access: 'public',
  about: 'token',
  summary: 'Opens the payment of a phone order, or finds the one that is open',
  refusals: [
    ...CARD_PROVIDER,
    'allergen_clash',
    'already_paid',
    'hold_ended',
    'order_cancelled',
    'will_not_keep',
  ],
  params: PayLink,
  reply: CheckoutReply,
});
