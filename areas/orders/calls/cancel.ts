/** Cancelling, of whatever it is: what is not cooked, not brought, and mostly paid back. */
import {
  CARD_PROVIDER,
  NO_ROOM,
  PAYING_BACK,
  UNSUITABLE_FOOD,
} from '#areas/order-book/calls/refusal-groups.ts';
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import {
  BulkDelivery,
  DeliveryIds,
  HOW_TO_DO,
  LONGEST_DELIVERY_NOTE,
} from '#areas/orders/calls/move-deliveries.ts';
import { Id, text } from '#platform/calls/wire-values.ts';
import { MOST_ITEMS } from '#areas/order-book/rules/prepared-order.ts';

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

export const cancel = endpoint({
  method: 'POST',
  path: '/api/admin/cancel',
  right: 'refundOrders',
  about: 'any',
  summary:
    'Cancels an order, deliveries, people or meals; their money goes back or is kept. 409 preview_changed',
  refusals: [
    ...UNSUITABLE_FOOD,
    ...NO_ROOM,
    ...CARD_PROVIDER,
    ...PAYING_BACK,
    'already_refunded',
    'changed_meanwhile',
    'delivered',
    'delivery_out',
    'no_delivery',
    'nothing_to_cancel',
    'out',
    'preview_changed',
    'undecided',
  ],
  body: CancelRequest,
  reply: CancelReply,
});

export const refundDeliveries = endpoint({
  method: 'POST',
  path: '/api/admin/deliveries/refund',
  right: 'refundOrders',
  about: 'any',
  summary: 'Cancels deliveries and gives their money back, as cancelling them does',
  refusals: [
    ...UNSUITABLE_FOOD,
    ...NO_ROOM,
    ...CARD_PROVIDER,
    ...PAYING_BACK,
    'already_refunded',
    'changed_meanwhile',
    'delivered',
    'delivery_out',
    'no_delivery',
    'nothing_to_cancel',
    'out',
    'preview_changed',
    'undecided',
  ],
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
