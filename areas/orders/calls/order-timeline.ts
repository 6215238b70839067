import { z } from 'zod';
import { OrderInPath, RefundReply } from '#areas/order-book/calls/admin-orders.ts';
import { ChangeReply } from '#platform/calls/audit.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { MessageReply } from '#areas/messages/calls/emails.ts';
import {
  Id,
  IdInPath,
  InstantText,
  PlainDateText,
  StoredWindow,
  text,
} from '#platform/calls/wire-values.ts';
import { DELIVERY_STATUSES } from '#areas/order-book/rules/delivery.ts';
import { PRINTOUT_KINDS } from '#areas/printouts/rules/printout-state.ts';

const LONGEST_STAFF_NOTE = 500;

const At = { at: InstantText };

const TimelineEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paid'), ...At, amount: z.string() }),
  z.object({ kind: z.literal('refund'), ...At, refund: RefundReply }),
  /** For the order itself: edits, statuses, who. */
  z.object({
    kind: z.literal('change'),
    ...At,
    change: ChangeReply,
    /** For an edit, in words: "−1 Butter Chicken, +1 Barramundi, $2.50 paid"; null: nothing but the fields. */
    words: z.string().nullable(),
  }),
  /** A change by the customer that was paid for, and could no longer be made. */
  z.object({ kind: z.literal('refused_change'), ...At, id: z.uuid(), words: z.string() }),
  z.object({ kind: z.literal('message'), ...At, message: MessageReply }),
  z.object({
    kind: z.literal('printed'),
    ...At,
    id: Id,
    printout: z.enum(PRINTOUT_KINDS),
    isSlip: z.boolean(),
    date: PlainDateText,
  }),
  z.object({
    kind: z.literal('delivery'),
    ...At,
    id: Id,
    /** Null: the system, or the customer. */
    who: z.string().nullable(),
    status: z.enum(DELIVERY_STATUSES),
    /** It took back an earlier report. */
    isUndo: z.boolean(),
    date: PlainDateText,
    window: StoredWindow,
    place: z.string(),
    reason: z.string(),
    note: z.string(),
    photoKey: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('note'),
    ...At,
    id: Id,
    who: z.string(),
    text: z.string(),
    isPinned: z.boolean(),
  }),
]);

const TimelineReply = z.object({
  /** Newest first. */
  entries: z.array(TimelineEntry),
});
export type TimelineReply = z.infer<typeof TimelineReply>;
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const getTimeline = endpoint({
  method: 'GET',
  path: '/api/admin/orders/:id/timeline',
  right: 'seeOrders',
  about: 'any',
  summary: 'What happened to an order from payment to the last delivery, newest first',
  params: OrderInPath,
  reply: TimelineReply,
});

export const addNote = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:id/notes',
  right: 'editOrders',
  about: 'any',
  summary: 'Adds a note of staff to an order; the customer does not see it',
  refusals: ['changed_meanwhile'],
  params: OrderInPath,
  body: z.strictObject({
    text: text(LONGEST_STAFF_NOTE).refine((sent) => sent.trim() !== '', 'Please write something'),
    isPinned: z.boolean().default(false),
  }),
  reply: TimelineReply,
});

export const pinNote = endpoint({
  method: 'PUT',
  path: '/api/admin/orders/:id/notes/:noteId',
  right: 'editOrders',
  about: 'any',
  summary: 'Shows a note above its order, or no longer',
  refusals: ['changed_meanwhile'],
  params: OrderInPath.extend({ noteId: IdInPath }),
  body: z.strictObject({ isPinned: z.boolean() }),
  reply: TimelineReply,
});
