import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  AmountText,
  DeliveryWindowText,
  Id,
  InstantText,
  MealTypeText,
  PlainDateText,
  text,
} from '#contract/wire-values.ts';
import { LONGEST_PHONE } from '#domain/customer/australian-phone.ts';
import { LONGEST_NAME } from '#domain/customer/customer-name.ts';
import { LONGEST_ADDRESS } from '#domain/customer/street-address.ts';
import { DELIVERY_WINDOWS } from '#domain/delivery/delivery-windows.ts';
import { LONGEST_INSTRUCTIONS } from '#domain/ordering/order-draft.ts';
import type { PreparedOrder } from '#domain/ordering/prepared-order.ts';

/** Six people, seven days, lunch and dinner. */
const MOST_ITEMS = 84;

const PreparedItem = z.strictObject({
  mealId: Id,
  deliveryDate: PlainDateText,
  deliveryWindow: DeliveryWindowText,
  mealType: MealTypeText,
  price: AmountText,
  personName: text(LONGEST_NAME).default('Person 1'),
  mealDate: PlainDateText.optional(),
});

const Customer = z.strictObject({
  firstName: text(LONGEST_NAME),
  lastName: text(LONGEST_NAME),
  email: text(254),
  phone: text(LONGEST_PHONE),
  address: text(LONGEST_ADDRESS),
  deliveryPreference: z.enum(['warm', 'cold']).default('cold'),
  specialInstructions: text(LONGEST_INSTRUCTIONS)
    .nullish()
    .transform((sent) => sent ?? ''),
});

export const PreparedOrderRequest = z.strictObject({
  customer: Customer,
  orderItems: z.array(PreparedItem).min(1, 'Please choose at least one meal').max(MOST_ITEMS),
  subtotal: AmountText,
  deliveryFee: AmountText,
  tax: AmountText,
  total: AmountText,
  cartKey: z.uuid().optional(),
  deliveryType: z.enum(['daily', 'weekly']).optional(),
  people: z
    .array(z.strictObject({ name: text(LONGEST_NAME), calorieTarget: z.int().min(500).max(6000) }))
    .min(1)
    .max(6, 'Please order for 1 to 6 people')
    .optional(),
}) satisfies z.ZodType<PreparedOrder, unknown>;

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
      deliveryWindow: z.enum(DELIVERY_WINDOWS),
      price: z.string(),
      freezeOnArrival: z.boolean(),
    }),
  ),
  fees: z.array(z.object({ personName: z.string(), reason: z.string(), amount: z.string() })),
  /** Amounts are negative: "-5.99". */
  offers: z.array(z.object({ code: z.string(), reason: z.string(), amount: z.string() })),
  subtotal: z.string(),
  deliveryFee: z.string(),
  tax: z.string(),
  total: z.string(),
});
export type QuoteReply = z.infer<typeof QuoteReply>;

const Amounts = { subtotal: true, deliveryFee: true, tax: true, total: true } as const;

export const quoteOrder = endpoint({
  method: 'POST',
  path: '/api/quote',
  access: 'public',
  summary: 'Prices an order; nothing is held',
  body: z.strictObject({
    orderData: PreparedOrderRequest.partial(Amounts).extend({
      orderItems: z
        .array(PreparedItem.partial({ price: true }))
        .min(1, 'Please choose at least one meal')
        .max(MOST_ITEMS),
    }),
  }),
  reply: QuoteReply,
});

export const OrderingWeekReply = z.object({
  timeZone: z.string(),
  now: InstantText,
  cutoff: InstantText,
  pastDeadline: z.boolean(),
  weekStart: PlainDateText,
  weekEnd: PlainDateText,
  days: z.array(
    z.object({
      date: PlainDateText,
      windows: z.array(
        z.object({
          timeSlot: z.enum(DELIVERY_WINDOWS),
          open: z.boolean(),
          placesLeft: z.int().nullable(),
        }),
      ),
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
