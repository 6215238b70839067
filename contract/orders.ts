import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { PlainDateText, InstantText, MealTypeText, text } from '#contract/wire-values.ts';
import { DELIVERY_WINDOWS } from '#domain/delivery/delivery-windows.ts';
import { DELIVERY_STATUSES, ORDER_STATUSES } from '#domain/ordering/order-status.ts';

export const PlacedOrderReply = z.object({ orderNumber: z.string(), trackingToken: z.string() });
export type PlacedOrderReply = z.infer<typeof PlacedOrderReply>;

/** The order that belongs to a paid intent. `orderData` is the spec's and is never read: what was priced and held is what was bought. */
export const placeOrder = endpoint({
  method: 'POST',
  path: '/api/orders',
  access: 'public',
  summary: 'The one order of a paid intent; the same answer every time',
  body: z.strictObject({ paymentIntentId: text(255).min(1), orderData: z.unknown() }),
  reply: PlacedOrderReply,
});

export const TrackedOrderReply = z.object({
  orderNumber: z.string(),
  status: z.enum(ORDER_STATUSES),
  createdAt: InstantText,
  firstName: z.string(),
  address: z.string(),
  deliveryPreference: z.enum(['warm', 'cold']),
  specialInstructions: z.string(),
  deliveryType: z.enum(['daily', 'weekly']),
  subtotal: z.string(),
  deliveryFee: z.string(),
  tax: z.string(),
  total: z.string(),
  deliveries: z.array(
    z.object({
      date: PlainDateText,
      timeSlot: z.enum(DELIVERY_WINDOWS),
      status: z.enum(DELIVERY_STATUSES),
      items: z.array(
        z.object({
          personName: z.string(),
          mealName: z.string(),
          mealType: MealTypeText,
          mealDate: PlainDateText,
          price: z.string(),
          calories: z.int(),
          protein: z.int(),
          allergens: z.array(z.string()).nullable(),
          freezeOnArrival: z.boolean(),
        }),
      ),
    }),
  ),
});
export type TrackedOrderReply = z.infer<typeof TrackedOrderReply>;

export const trackOrder = endpoint({
  method: 'GET',
  path: '/api/orders/track/:token',
  access: 'public',
  summary: "A customer's own order, by the secret link",
  params: z.object({ token: z.string().max(200) }),
  reply: TrackedOrderReply,
});
