/** Deliveries taken to another day or window, or settled: one or many, with a preview. */
import { z } from 'zod';
import { COOKED_AGAIN } from '#areas/order-book/rules/move-delivery.ts';
import { DRY_RUN } from '#platform/calls/dry-run.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { MOST_DELIVERIES_AT_ONCE } from '#areas/orders/calls/deliveries.ts';
import { Id, lineOfText, PlainDateText, StoredWindow, text } from '#platform/calls/wire-values.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import { DELIVERY_STATUSES } from '#areas/order-book/rules/delivery.ts';
import { CHANGING_AND_PAYING_BACK } from '#areas/order-book/calls/refusal-groups.ts';
import { MOST_ITEMS } from '#areas/order-book/rules/prepared-order.ts';

export const LONGEST_CAUSE = 60;
export const LONGEST_DELIVERY_NOTE = 200;

const DeliveryIds = z.array(Id).min(1).max(MOST_DELIVERIES_AT_ONCE);

const HOW_TO_DO = {
  /** False: the customers are not told. */
  notify: z.boolean().default(true),
  ...DRY_RUN,
};

/** What becomes of one delivery. `code` and `message`: why nothing does. */
const BulkDelivery = z.object({
  id: z.int(),
  ok: z.boolean(),
  code: z.string().optional(),
  message: z.string().optional(),
  /** Absent: there is no such delivery. */
  orderNumber: z.string().optional(),
  customer: z.string().optional(),
  /** Where it is now. */
  date: PlainDateText.optional(),
  timeSlot: StoredWindow.optional(),
  /** What it is after; before, in a row that is refused. */
  status: z.enum(DELIVERY_STATUSES).optional(),
  isTold: z.boolean(),
});

export const MovedDelivery = BulkDelivery.extend({
  /** Its meals join what the order gets then anyway. */
  joins: z.boolean(),
  meals: z.int(),
  /** It goes out as it was packed. */
  isKept: z.boolean(),
  /** Why it was cooked and is cooked again; null: neither. */
  cookedAgain: z.enum(COOKED_AGAIN).nullable(),
  /** In the preview, of what is cooked already: its food and packaging, to make it again. Null: not known, or not cooked. */
  cookCents: z.int().nullable(),
  /** What goes on hold by it: "Curry for Mia contains milk". Left out: nothing. */
  onHold: z.array(z.string()).optional(),
});
export type MovedDelivery = z.infer<typeof MovedDelivery>;

export const MoveDeliveriesReply = z.object({
  isDryRun: z.boolean(),
  previewHash: z.string(),
  /** Where they go, and the places that are left there then. */
  places: z.object({
    date: PlainDateText,
    timeSlot: StoredWindow,
    taken: z.int(),
    left: z.int(),
  }),
  told: z.int(),
  results: z.array(MovedDelivery),
});
export type MoveDeliveriesReply = z.infer<typeof MoveDeliveriesReply>;

export const MoveDeliveriesRequest = z.strictObject({
  ids: DeliveryIds,
  date: PlainDateText,
  timeSlot: DeliveryWindowText,
  /** What was cooked, is cold and keeps goes out as it is; false: all of it is cooked again. */
  sameBag: z.boolean().default(true),
  /** In the message, after "because of". */
  cause: lineOfText(LONGEST_CAUSE).optional(),
  ...HOW_TO_DO,
});
export type MoveDeliveriesRequest = z.output<typeof MoveDeliveriesRequest>;

export const moveDeliveries = endpoint({
  method: 'POST',
  path: '/api/admin/deliveries/move',
  right: 'moveDeliveries',
  about: 'any',
  summary: 'Takes deliveries to another date or window, as far as they can go; a result for each',
  refusals: ['changed_meanwhile', 'preview_changed', 'slot_full'],
  body: MoveDeliveriesRequest,
  reply: MoveDeliveriesReply,
});

export const settleMissed = endpoint({
  method: 'POST',
  path: '/api/admin/deliveries/settle',
  right: 'moveDeliveries',
  about: 'any',
  summary:
    'Leaves missed deliveries as they are, with a note: nobody has to decide on them any more',
  refusals: ['changed_meanwhile'],
  body: z.strictObject({
    ids: DeliveryIds,
    note: text(LONGEST_DELIVERY_NOTE).refine((note) => note.trim() !== '', 'Please write a note'),
  }),
  reply: z.object({
    results: z.array(BulkDelivery.pick({ id: true, ok: true, code: true, message: true })),
  }),
});

// Cancelling, of whatever it is: what is not cooked, not brought, and mostly paid back.

export const CancelledDelivery = BulkDelivery.extend({
  /** What it costs less, as text with two decimals: it goes back or is kept. */
  amount: z.string(),
  /** How many meals of it, and how many of them are cooked. */
  meals: z.int(),
  cooked: z.int(),
});
export type CancelledDelivery = z.infer<typeof CancelledDelivery>;

export const CancelReply = z.object({
  isDryRun: z.boolean(),
  previewHash: z.string(),
  /** What goes back of all, as text with two decimals. */
  amount: z.string(),
  /** What is kept, or waits until a bank has decided. */
  kept: z.string(),
  told: z.int(),
  /** One for each delivery that is concerned. */
  results: z.array(CancelledDelivery),
});
export type CancelReply = z.infer<typeof CancelReply>;

const WHAT = ['orderId', 'deliveryIds', 'personIds', 'itemIds'] as const;

export const CancelRequest = z
  .strictObject({
    /** All of it; refused with something on the road or delivered. */
    orderId: Id.optional(),
    /** For any orders. */
    deliveryIds: DeliveryIds.optional(),
    /** What these people of one order are still to get. */
    personIds: z.array(Id).min(1).max(MOST_ITEMS).optional(),
    /** Meals of one order. */
    itemIds: z.array(Id).min(1).max(MOST_ITEMS).optional(),
    refund: z.enum(['full', 'none']).default('full'),
    /** In the records; needed where the money is kept. */
    reason: text(LONGEST_DELIVERY_NOTE).default(''),
    ...HOW_TO_DO,
  })
  .superRefine((body, issues) => {
    if (WHAT.filter((what) => body[what] !== undefined).length !== 1)
      issues.addIssue({
        code: 'custom',
        path: ['orderId'],
        message: 'Please say what to cancel: orderId, deliveryIds, personIds or itemIds',
      });
    if (body.refund === 'none' && body.reason.trim() === '')
      issues.addIssue({
        code: 'custom',
        path: ['reason'],
        message: 'Please say why the money is kept',
      });
  });
export type CancelRequest = z.output<typeof CancelRequest>;

const CANCELLING = [
  ...CHANGING_AND_PAYING_BACK,
  'already_refunded',
  'delivered',
  'no_delivery',
  'nothing_to_cancel',
  'out',
  'preview_changed',
  'undecided',
] as const;

export const cancel = endpoint({
  method: 'POST',
  path: '/api/admin/cancel',
  right: 'refundOrders',
  about: 'any',
  summary:
    'Cancels an order, deliveries, people or meals; their money goes back or is kept. 409 preview_changed',
  refusals: CANCELLING,
  body: CancelRequest,
  reply: CancelReply,
});

export const refundDeliveries = endpoint({
  method: 'POST',
  path: '/api/admin/deliveries/refund',
  right: 'refundOrders',
  about: 'any',
  summary: 'Cancels deliveries and gives their money back, as cancelling them does',
  refusals: CANCELLING,
  body: z.strictObject({
    ids: DeliveryIds,
    reason: text(LONGEST_DELIVERY_NOTE).refine(
      (reason) => reason.trim() !== '',
      'Please give a reason',
    ),
    ...HOW_TO_DO,
  }),
  reply: CancelReply,
});
