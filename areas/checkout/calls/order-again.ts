import { TokenInPath } from '#areas/order-book/calls/orders.ts';
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { FoodNeedsReply, RecipientReply } from '#areas/order-book/calls/prepared-order.ts';
import {
  AmountText,
  Id,
  InstantText,
  PlainDateText,
  StoredWindow,
} from '#platform/calls/wire-values.ts';
import { MealTypeText } from '#areas/menu/calls/meal-type-text.ts';

const TokenQuery = z.strictObject({ token: z.string().max(200) });

export const ReminderReply = z.object({
  isAsked: z.boolean(),
  /** False: it was sent, the order is cancelled, or its time is over. */
  canAsk: z.boolean(),
  at: InstantText,
});
export type ReminderReply = z.infer<typeof ReminderReply>;

/** What the link's owner ordered. Email and phone are veiled: a new order takes them from this one by `contactOf`. */
export const OrderAgainReply = z.object({
  orderNumber: z.string(),
  placedOn: PlainDateText,
  customer: z.object({
    firstName: z.string(),
    lastName: z.string(),
    /** "m…@example.com". */
    email: z.string(),
    /** "… 678". */
    phone: z.string(),
    addressLine1: z.string(),
    addressLine2: z.string(),
    suburb: z.string(),
    deliveryPreference: z.enum(['warm', 'cold']),
    specialInstructions: z.string(),
  }),
  deliveryType: z.enum(['daily', 'weekly']),
  people: z.array(z.object({ name: z.string(), calorieTarget: z.int(), ...FoodNeedsReply })),
  items: z.array(
    z.object({
      personName: z.string(),
      mealId: Id,
      mealName: z.string(),
      calories: z.int(),
      price: AmountText,
      ingredients: z.string(),
      mealType: MealTypeText,
      mealDate: PlainDateText,
      deliveryDate: PlainDateText,
      deliveryWindow: StoredWindow,
    }),
  ),
  recipient: RecipientReply.nullable(),
  reminder: ReminderReply,
});
export type OrderAgainReply = z.infer<typeof OrderAgainReply>;

export const getOrderAgain = endpoint({
  method: 'GET',
  path: '/api/orders/track/:token/again',
  access: 'public',
  about: 'token',
  summary: 'What it takes to order the same again in the week that is open now',
  params: TokenInPath,
  reply: OrderAgainReply,
});

export const setReminder = endpoint({
  method: 'PUT',
  path: '/api/orders/track/:token/reminder',
  access: 'public',
  about: 'token',
  summary: 'The customer asks for one email once the next week can be ordered, or not any more',
  refusals: ['reminder_over'],
  params: TokenInPath,
  body: z.strictObject({ isAsked: z.boolean() }),
  reply: ReminderReply,
});

const RemindersReply = z.object({
  /** Enough for its owner to recognise it: "m…@example.com". */
  email: z.string(),
  isSubscribed: z.boolean(),
});

export const getReminders = endpoint({
  method: 'GET',
  path: '/api/orders/reminders/unsubscribe',
  access: 'public',
  about: 'token',
  summary: 'Whose link it is, in an email that reminds of ordering again. Changes nothing',
  query: TokenQuery,
  reply: RemindersReply,
});

/** Mail programs send this themselves (RFC 8058), with a form body that we do not read. */
export const stopReminders = endpoint({
  method: 'POST',
  path: '/api/orders/reminders/unsubscribe',
  access: 'public',
  about: 'token',
  summary: 'Ends every reminder that the holder of this link has asked for, without signing in',
  query: TokenQuery,
  reply: RemindersReply,
});
