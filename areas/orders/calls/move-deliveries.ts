/** Deliveries taken to another day or window, or settled: one or many, with a preview. */
import { z } from 'zod';
import { COOKED_AGAIN } from '#areas/order-book/rules/change/move-delivery.ts';
import { DRY_RUN } from '#platform/calls/dry-run.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { MOST_DELIVERIES_AT_ONCE } from '#areas/orders/calls/deliveries.ts';
import { Id, lineOfText, PlainDateText, StoredWindow, text } from '#platform/calls/wire-values.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import { DELIVERY_STATUSES } from '#areas/order-book/rules/delivery-status.ts';

export const LONGEST_CAUSE = 60;
export const LONGEST_DELIVERY_NOTE = 200;

export const DeliveryIds = z.array(Id).min(1).max(MOST_DELIVERIES_AT_ONCE);

export const HOW_TO_DO = {
  /** False: the customers are not told. */
  notify: z.boolean().default(true),
  ...DRY_RUN,
};

/** What becomes of one delivery. `code` and `message`: why nothing does. */
export const BulkDelivery = z.object({
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
    results: z.array(
      z.object({
        id: z.int(),
        ok: z.boolean(),
        code: z.string().optional(),
        message: z.string().optional(),
      }),
    ),
  }),
});
