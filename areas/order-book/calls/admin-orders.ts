import { CARD_PROVIDER, NO_ROOM, PAYING_BACK } from '#areas/order-book/calls/refusal-groups.ts';
import { z } from 'zod';
import { endpoint, ErrorReply } from '#platform/calls/endpoint.ts';
import {
  FoodNeedsReply,
  RecipientReply,
  RefundPart,
} from '#areas/order-book/calls/prepared-order.ts';
import { SoldOutMealReply } from '#areas/menu/calls/meal-limits.ts';
import { MealReply } from '#areas/menu/calls/meals.ts';
import { MealTypeText } from '#areas/menu/calls/meal-type-text.ts';
import {
  AmountText,
  Id,
  IdInPath,
  InstantText,
  orNothing,
  PlainDateText,
  sortText,
  StoredWindow,
  text,
  ReasonText,
} from '#platform/calls/wire-values.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import { DELIVERY_STATUSES } from '#areas/order-book/rules/delivery.ts';
import { ORDER_BALANCES } from '#areas/order-book/rules/order-account.ts';
import { TEXT_REFUSAL_REASONS } from '#areas/order-book/rules/check-customer.ts';
import {
  ORDER_STATUSES,
  PENDING_REASONS,
  LONGEST_REFUND_NOTE,
  REFUND_STATES,
} from '#areas/order-book/rules/order-status.ts';

export const MOST_ORDERS = 500;

export const Version = z.int().min(1).max(2_147_483_647);
export const OrderInPath = z.object({ id: IdInPath });

export const RefundReply = z.object({
  id: Id,
  amount: z.string(),
  /** Only `succeeded` means that the customer has the money back. `failed` needs a person. */
  state: z.enum(REFUND_STATES),
  /** The meals that it is for: "Lentil Chilli, Zoe, Tue 1 Dec (still coming)". Empty: no particular ones. */
  what: z.array(z.string()),
  reason: z.string(),
  failureReason: z.string().nullable(),
  /** Null: made at the card provider, outside the portal. */
  staffEmail: z.string().nullable(),
  createdAt: InstantText,
});
export type RefundReply = z.infer<typeof RefundReply>;

export const AdminOrderReply = z.object({
  id: Id,
  orderNumber: z.string(),
  status: z.enum(ORDER_STATUSES),
  createdAt: InstantText,
  subtotal: z.string(),
  deliveryFee: z.string(),
  tax: z.string(),
  /** In the total, as its documents say; null: it was sold without. Left out: none is issued yet. */
  gst: z.string().nullable().optional(),
  total: z.string(),
  customer: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    deliveryPreference: z.enum(['warm', 'cold']),
    specialInstructions: z.string(),
  }),
  /** Who gets the food; null: the customer. */
  recipient: RecipientReply.nullable(),
  /** Why and since when their phone gets no texts; null: it may. */
  textRefusal: z.object({ reason: z.enum(TEXT_REFUSAL_REASONS), at: InstantText }).nullable(),
  /** The last part of the customer's address. */
  suburb: z.string(),
  postcode: z.string(),
  /** What is brought or was; of an order that is cancelled, what it had then. */
  orderItems: z.array(
    z.object({
      id: Id,
      mealId: Id,
      /** As it was when sold. */
      meal: MealReply,
      deliveryDate: PlainDateText,
      mealType: MealTypeText,
      price: z.string(),
      personName: z.string(),
      mealDate: PlainDateText,
      deliveryWindow: StoredWindow,
      /** Staff agreed with the person that these are in it: allergens, and words to avoid. */
      override: z
        .object({
          allergens: z.array(z.string()),
          reason: z.string(),
          staffEmail: z.string(),
          at: InstantText,
        })
        .nullable(),
    }),
  ),
  /** Everyone who gets a meal, and what they may not eat. */
  people: z.array(z.object({ name: z.string(), ...FoodNeedsReply })),
  /** By name, to cancel what one of them gets. */
  personIds: z.record(z.string(), Id),
  /** Send it back with a change: it stops one member of staff from overwriting another's work. */
  version: Version,
  /** For one order: what may be neither cooked nor packed, "Curry for Mia contains milk". Lists leave it out. */
  onHold: z.array(z.string()).optional(),
  /** Paid with test keys before the live ones. Left out: it is real. */
  isTest: z.boolean().optional(),
  pendingReason: z.enum(PENDING_REASONS).nullable(),
  /** Email of who of the staff took it on the phone; null: ordered online. */
  takenOnPhoneBy: z.string().nullish(),
  deliveryType: z.enum(['daily', 'weekly']),
  deliveries: z.array(
    z.object({
      id: Id,
      date: PlainDateText,
      timeSlot: StoredWindow,
      status: z.enum(DELIVERY_STATUSES),
      /** Its number in its window; null: not numbered yet. */
      stop: z.int().nullable(),
      /** First name of who brings it; null: nobody in particular. */
      driver: z.string().nullable(),
      /** False: it counts in no slot, because the slot was full or the order is cancelled. */
      takesPlace: z.boolean(),
      /** Its meals, which are not among `orderItems`; only of one that was cancelled while the order went on. */
      struckOut: z
        .array(
          z.object({
            id: Id,
            personName: z.string(),
            mealName: z.string(),
            price: z.string(),
          }),
        )
        .optional(),
    }),
  ),
  /** What the customer has paid, before refunds. */
  paid: z.string(),
  /** What the customer has actually got back. */
  refundedTotal: z.string(),
  /** What it costs, less what was given back as a present. */
  net: z.string(),
  /** "-5.99" is to be refunded, "5.99" is not paid; what was given back as a present is neither. */
  balance: z.string(),
  /** What the customer still has to pay; a refund that was a present is not asked for again. */
  owed: z.string(),
  /** What cancelling all of it would give back: neither refunded, nor on its way, nor taken by a bank. */
  left: z.string(),
  /** A sentence for staff when money and order disagree. */
  warning: z.string().nullable(),
  refunds: z.array(RefundReply),
  /** Meals that were taken off it. */
  gone: z.array(
    z.object({
      id: Id,
      mealName: z.string(),
      deliveryDate: PlainDateText,
      price: z.string(),
      by: z.enum(['customer', 'kitchen']),
      at: InstantText,
    }),
  ),
  /** Money of what was cancelled that did not go back; `left`: what can still be. */
  kept: z.array(z.object({ id: Id, amount: z.string(), left: z.string(), reason: z.string() })),
  /** Items that were refunded or whose refund is on its way. */
  refundedItems: z.array(Id),
  /** What is left of the delivery fees. */
  refundableFee: z.string(),
});
export type AdminOrderReply = z.infer<typeof AdminOrderReply>;

/** Which orders: all that is given must fit. */
const OrderFilterQuery = {
  /** Words, each of which begins a word of a name, email, phone, order number, street, suburb or postcode, or stands in one. */
  q: text(100).optional(),
  /** Date, window and meal are those of one and the same delivery. */
  deliveryDate: orNothing(PlainDateText),
  window: orNothing(DeliveryWindowText),
  mealId: orNothing(IdInPath),
  suburb: orNothing(text(100)),
  /** Someone has allergies, a diet or a note. */
  allergies: orNothing(z.literal('yes')),
  /** `owed` by the customer, or `refund`: to be paid back. */
  balance: orNothing(z.enum(ORDER_BALANCES)),
};

/** What the list can be sorted by; a minus before it: the other way round. */
export const ORDER_SORTS = [
  'placed',
  'customer',
  'suburb',
  'delivery',
  'meals',
  'net',
  'balance',
] as const;
const SortText = sortText(ORDER_SORTS);
export type OrderSort = z.infer<typeof SortText>;

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders',
  right: 'seeOrders',
  about: 'any',
  summary: 'Orders, newest first unless sorted; the header Link leads to the next page',
  query: z.strictObject({
    status: orNothing(z.enum(ORDER_STATUSES)),
    ...OrderFilterQuery,
    sort: orNothing(SortText),
    limit: z.coerce.number().pipe(z.int().min(1).max(MOST_ORDERS)).default(MOST_ORDERS),
    /** The last order of the page before. */
    cursor: IdInPath.optional(),
  }),
  reply: z.array(AdminOrderReply),
});

export const countOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders/counts',
  right: 'seeOrders',
  about: 'any',
  summary: 'How many orders that fit there are of each status; with `balance`, what it adds up to',
  query: z.strictObject(OrderFilterQuery),
  reply: z.object({
    all: z.int(),
    pending: z.int(),
    confirmed: z.int(),
    delivered: z.int(),
    cancelled: z.int(),
    /** For all that are counted; only when asked for a `balance`. Never negative. */
    balanceSum: z.string().optional(),
  }),
});
export type OrderCounts = z.infer<typeof countOrders.reply>;

export const getOrder = endpoint({
  method: 'GET',
  path: '/api/admin/orders/:id',
  right: 'seeOrders',
  about: 'any',
  summary: 'One order',
  params: OrderInPath,
  reply: AdminOrderReply,
});

export const downloadOrderReceipt = endpoint({
  method: 'GET',
  path: '/api/admin/orders/:id/receipt.pdf',
  right: 'seeOrders',
  about: 'any',
  summary:
    'The receipt or tax invoice of an order with its notes, as its customer gets them, as PDF',
  refusals: ['changed_meanwhile'],
  params: OrderInPath,
  reply: z.unknown(),
  mediaType: 'application/pdf',
});

export const changeOrderStatus = endpoint({
  method: 'PUT',
  path: '/api/admin/orders/:id/status',
  right: 'setOrderStatus',
  about: 'any',
  summary:
    'Sets any of the four statuses; cancelling refunds, reopening takes places and portions again',
  refusals: [...NO_ROOM, ...CARD_PROVIDER, ...PAYING_BACK, 'changed_meanwhile'],
  params: OrderInPath,
  body: z.object({
    status: z.enum(ORDER_STATUSES),
    overLimit: ReasonText.optional(),
    version: Version.optional(),
  }),
  reply: AdminOrderReply,
});

export const cancelOrder = endpoint({
  method: 'DELETE',
  path: '/api/admin/orders/:id',
  right: 'setOrderStatus',
  about: 'any',
  summary: 'Cancels an order, frees its places and refunds it',
  refusals: [
    ...NO_ROOM,
    ...CARD_PROVIDER,
    ...PAYING_BACK,
    'already_cancelled',
    'already_delivered',
    'changed_meanwhile',
  ],
  params: OrderInPath,
  query: z.strictObject({
    refund: z.enum(['full', 'none']).default('full'),
    /** Why its money is kept, in the records. */
    reason: text(LONGEST_REFUND_NOTE).optional(),
    version: z.coerce.number().pipe(Version).optional(),
  }),
  reply: AdminOrderReply,
});

const WhatToRefund = {
  amount: AmountText.optional(),
  /**
   * Priced by the server. A delivery fee is refunded with the last meal it was charged for. Not together with `amount`.
   */
  part: RefundPart.optional(),
};

export const refundOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:id/refund',
  right: 'refundOrders',
  about: 'any',
  summary:
    'Refunds an amount, or some items, a person, a delivery or its fee; with none of these, the overpayment',
  refusals: [
    ...CARD_PROVIDER,
    ...PAYING_BACK,
    'already_refunded',
    'changed_meanwhile',
    'nothing_to_refund',
  ],
  params: OrderInPath,
  body: z.strictObject({
    ...WhatToRefund,
    reason: text(LONGEST_REFUND_NOTE).refine(
      (reason) => reason.trim() !== '',
      'Please give a reason',
    ),
    /** True: an email tells the customer the amount and the reason. */
    notify: z.boolean().default(false),
    /** For the order that was seen: a second click, which still sends the old one, refunds nothing. */
    version: Version,
  }),
  reply: AdminOrderReply,
});

export const quoteRefund = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:id/refund/quote',
  right: 'refundOrders',
  about: 'any',
  summary:
    'What such a refund would be; refused as the refund itself would be, and nothing is done',
  refusals: [...PAYING_BACK, 'already_refunded', 'changed_meanwhile', 'nothing_to_refund'],
  params: OrderInPath,
  body: z.strictObject(WhatToRefund),
  reply: z.object({
    amount: z.string(),
    /** Included in the amount. */
    fee: z.string(),
    /** For the payment, when this has gone back. */
    left: z.string(),
  }),
});
export type RefundQuoteReply = z.infer<typeof quoteRefund.reply>;

export const ORDER_CONFLICT_CODES = [
  'changed_meanwhile',
  'slot_full',
  'meal_sold_out',
  'already_cancelled',
  'already_delivered',
  'order_cancelled',
  'nothing_to_refund',
  'refund_too_large',
  'already_refunded',
  'dispute_open',
  'allergy_open',
] as const;

/** The 409 replies of the calls above, beyond `{message, code}`. */
export const OrderConflictReply = ErrorReply.extend({
  code: z.enum(ORDER_CONFLICT_CODES),
  changedBy: z.string().nullable().optional(),
  changedAt: InstantText.optional(),
  changes: z
    .array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))
    .optional(),
  full: z.array(z.object({ date: PlainDateText, timeSlot: StoredWindow })).optional(),
  meals: z.array(SoldOutMealReply).optional(),
});
export type OrderConflictReply = z.infer<typeof OrderConflictReply>;

/** What GET /api/admin/live sends as the data of `order-created` and `order-changed` events. */
export const LiveOrderEvent = z.object({ id: Id, orderNumber: z.string() });
export type LiveOrderEvent = z.infer<typeof LiveOrderEvent>;

/** Server-sent events: `ready` when the stream opens, then one event an order. */
export const LIVE_PATH = '/api/admin/live';
