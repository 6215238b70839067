/** What whom the food goes to sees by their own secret link, when someone else pays: no price, and nothing of the payer but a name. */
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { InstantText, PlainDateText, StoredWindow } from '#platform/calls/wire-values.ts';
import { MealTypeText } from '#areas/menu/calls/meal-type-text.ts';
import { DELIVERY_STATUSES } from '#areas/order-book/rules/delivery.ts';
import { PORTION_FIELDS } from '#areas/order-book/calls/prepared-order.ts';
import { ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { TokenInPath, type TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { DIETS } from '#areas/needs/rules/food-needs.ts';

export const ReceivedOrderReply = z.strictObject({
  firstName: z.string(),
  /** Who ordered; null: they would rather not say. */
  from: z.string().nullable(),
  isGift: z.boolean(),
  /** What is on the card; empty: there is none. */
  message: z.string(),
  deliveryPreference: z.enum(['warm', 'cold']),
  people: z.array(
    z.strictObject({
      name: z.string(),
      allergens: z.array(z.enum(ALLERGENS)),
      avoid: z.array(z.string()),
      diets: z.array(z.enum(DIETS)),
    }),
  ),
  /** By date and window. */
  deliveries: z.array(
    z.strictObject({
      date: PlainDateText,
      timeSlot: StoredWindow,
      status: z.enum(DELIVERY_STATUSES),
      /** When its status came to be and where it was left; null: nothing happened yet. */
      news: z.strictObject({ at: InstantText, place: z.string(), reason: z.string() }).nullable(),
      /** For one on the road: when to expect it. */
      road: z
        .strictObject({
          stopsBefore: z.int(),
          from: InstantText,
          to: InstantText,
          newsAt: InstantText,
        })
        .nullable(),
      items: z.array(
        z.strictObject({
          personName: z.string(),
          mealName: z.string(),
          mealType: MealTypeText,
          mealDate: PlainDateText,
          allergens: z.array(z.string()).nullable(),
          agreed: z.string().nullable(),
          onHold: z.string().nullable(),
          /** "Freeze on arrival", "Eat by Fri 16 Jan"; null: eaten fresh. */
          advice: z.string().nullable(),
          ...PORTION_FIELDS,
        }),
      ),
      /** Meals of it that will not come. */
      cancelled: z.array(z.strictObject({ personName: z.string(), mealName: z.string() })),
    }),
  ),
});
export type ReceivedOrderReply = z.infer<typeof ReceivedOrderReply>;

export const seeReceivedOrder = endpoint({
  method: 'GET',
  path: '/api/orders/received/:token',
  access: 'public',
  about: 'token',
  summary:
    'What comes and when, for whom the food goes to; by their own secret link, without prices',
  params: TokenInPath,
  reply: ReceivedOrderReply,
});

export type OrderPageLink = { token: string; reader: 'payer' | 'recipient' };

/** What the page of a customer's or a recipient's link is sent with. */
export type OrderOfPage = {
  /** Null: the link leads to no order. */
  order: TrackedOrderReply | ReceivedOrderReply | null;
  /** When the server said so, as an instant. */
  at: string;
};
