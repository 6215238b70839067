import { CHANGING_ORDER } from '#areas/order-book/calls/refusal-groups.ts';
import { z } from 'zod';
import { AdminOrderReply, OrderInPath, Version } from '#areas/order-book/calls/admin-orders.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { SoldOutMealReply } from '#areas/menu/calls/meal-limits.ts';
import {
  FoodAnswersRequest,
  FoodNeedsRequest,
  RecipientRequest,
} from '#areas/order-book/calls/prepared-order.ts';
import {
  AmountText,
  Id,
  PlainDateText,
  ReasonText,
  StoredWindow,
  text,
} from '#platform/calls/wire-values.ts';
import { MealTypeText } from '#areas/menu/calls/meal-type-text.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import { LONGEST_NAME } from '#platform/rules/customer-name.ts';
import { LONGEST_ADDRESS } from '#areas/business/rules/street-address.ts';
import { ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { LONGEST_INSTRUCTIONS } from '#areas/order-book/rules/order-draft.ts';
import { MOST_ITEMS } from '#areas/order-book/rules/prepared-order.ts';
import { LONGEST_AVOIDED, MOST_AVOIDED } from '#areas/needs/rules/food-needs.ts';

const EditedItem = z.object({
  /** Left out or null: a new item. Items of the order that are missing here are removed. */
  id: Id.nullish(),
  mealId: Id,
  deliveryDate: PlainDateText,
  mealType: MealTypeText,
  /** Ignored: the server sets the price. */
  price: AmountText.optional(),
  personName: text(LONGEST_NAME).nullish(),
  mealDate: PlainDateText.optional(),
  deliveryWindow: DeliveryWindowText.optional(),
});

/** An order as it was read can be sent with a change: what else it has, such as its total, is the server's, and not read. */
export const EditOrderRequest = z.object({
  customer: z.object({
    firstName: text(LONGEST_NAME),
    lastName: text(LONGEST_NAME),
    email: text(254),
    phone: text(40),
    address: text(LONGEST_ADDRESS),
    deliveryPreference: z.enum(['warm', 'cold']).optional(),
    specialInstructions: text(LONGEST_INSTRUCTIONS).nullish(),
  }),
  /** Null: nobody else, the food is for the customer; left out, it stays. */
  recipient: RecipientRequest.nullable().optional(),
  orderItems: z
    .array(EditedItem)
    .min(1, 'Please keep at least one meal or cancel the order')
    .max(MOST_ITEMS),
  people: z
    .array(z.strictObject({ name: text(LONGEST_NAME), ...FoodNeedsRequest }))
    .max(6)
    .optional(),
  /** Clashes that staff have settled with the person. */
  overrides: z
    .array(
      z.strictObject({
        mealId: Id,
        personName: text(LONGEST_NAME),
        allergens: z.array(text(LONGEST_AVOIDED)).max(ALLERGENS.length + MOST_AVOIDED),
        reason: ReasonText,
      }),
    )
    .max(MOST_ITEMS)
    .optional(),
  overLimit: ReasonText.optional(),
  /** Why someone can eat again what they could not. */
  eatsAgain: ReasonText.optional(),
  foodAnswers: FoodAnswersRequest,
  version: Version.optional(),
});
export type EditOrderRequest = z.infer<typeof EditOrderRequest>;

export const editOrder = endpoint({
  method: 'PUT',
  path: '/api/admin/orders/:id',
  right: 'editOrders',
  about: 'any',
  summary: 'Changes customer and items; the server prices them and moves the deliveries',
  refusals: [...CHANGING_ORDER, 'order_cancelled'],
  params: OrderInPath,
  body: EditOrderRequest,
  reply: AdminOrderReply,
});

const Slot = z.object({ date: PlainDateText, window: StoredWindow });

export const previewEdit = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:id/preview',
  right: 'editOrders',
  about: 'any',
  summary: 'What the same change would do to price, deliveries and email; nothing is written',
  refusals: [...CHANGING_ORDER, 'order_cancelled'],
  params: OrderInPath,
  body: EditOrderRequest,
  reply: z.object({
    subtotal: z.string(),
    deliveryFee: z.string(),
    tax: z.string(),
    total: z.string(),
    deliveryType: z.enum(['daily', 'weekly']),
    /** For the total: "-14.99" is less than now. */
    difference: z.string(),
    /** As in the order, after the change: "-5.99" is to be refunded. */
    balance: z.string(),
    /** What the customer would still have to pay. */
    owed: z.string(),
    deliveries: z.array(
      Slot.extend({
        change: z.enum(['kept', 'added', 'moved', 'removed']),
        /** Where a moved one was. */
        from: Slot.nullable(),
        /** True: saving would be refused. */
        isFull: z.boolean(),
        /** In its new window once it is in; null for one that stays or goes. */
        placesLeft: z.int().nullable(),
      }),
    ),
    /** Meals of which too few portions are left: saving would be refused without `overLimit`. */
    soldOut: z.array(SoldOutMealReply),
    /** Portions that would go on hold: "Curry for Mia contains milk". */
    onHold: z.array(z.string()),
    /** "Why can Mia eat peanut again?": saving is refused without `eatsAgain`. Null: nobody has fewer needs. */
    eatsAgain: z.string().nullable(),
    /** What the customer would be sent; null: nothing. */
    mail: z.object({ recipient: z.string(), subject: z.string(), text: z.string() }).nullable(),
  }),
});
export type EditPreviewReply = z.infer<typeof previewEdit.reply>;

export const PayLinkReply = z.object({
  /** What is owed, as text with two decimals. */
  amount: z.string(),
  sentTo: z.string(),
  /** Where the customer pays, to be passed on another way. */
  link: z.string(),
});
export type PayLinkReply = z.infer<typeof PayLinkReply>;

export const postPayLink = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:id/pay-link',
  right: 'editOrders',
  about: 'any',
  summary: 'Emails the customer a link to pay what the order still owes; 409 `nothing_owed`',
  refusals: ['changed_meanwhile', 'customer_erased', 'nothing_owed'],
  params: OrderInPath,
  body: z.strictObject({ version: Version.optional() }),
  reply: PayLinkReply,
});
