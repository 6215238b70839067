import type { FastifyInstance } from 'fastify';
import {
  addNote as addNoteCall,
  getTimeline,
  pinNote as pinNoteCall,
} from '#areas/orders/calls/order-timeline.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { listTimeline } from '#areas/orders/server/order-timeline.ts';
import { and, eq } from 'drizzle-orm';
import { recordChange } from '#platform/server/audit/record-change.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { NotFound } from '#platform/server/errors.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { openNoted } from '#areas/order-book/server/told-texts.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

export function registerTimelineRoutes(app: FastifyInstance, context: Context): void {
  const timelineOf = async (id: number) => ({ entries: await listTimeline(context.db, id) });

  staffRoute(app, getTimeline, async ({ params, reply }) => {
    reply.header('cache-control', 'no-store');
    return timelineOf(params.id);
  });

  staffRoute(app, addNoteCall, async ({ params, body, staff }) => {
    await addNote(context, staff, params.id, body);
    return timelineOf(params.id);
  });

  staffRoute(app, pinNoteCall, async ({ params: { id, noteId }, body, staff }) => {
    await pinNote(context, staff, { orderId: id, noteId, ...body });
    return timelineOf(id);
  });
}

/** Notes of staff about an order. Kept in the audit trail, so that they say who and when, and go with the customer. */
type Writing = Pick<Context, 'db' | 'clock'>;

/** Throws NotFound. */
async function addNote(
  context: Writing,
  staff: StaffMember,
  orderId: number,
  { text, isPinned }: { text: string; isPinned: boolean },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    // A customer may be erased at this moment: their orders' notes with them.
    await lockOrder(tx, orderId, undefined);
    await recordChange(tx, context, {
      staff,
      action: 'order.note',
      entity: 'order',
      entityId: orderId,
      before: null,
      after: { note: text.trim(), isPinned },
    });
    await openNoted(tx, context, [orderId], [text]);
  });
}

/** Throws NotFound. */
async function pinNote(
  context: Writing,
  staff: StaffMember,
  { orderId, noteId, isPinned }: { orderId: number; noteId: number; isPinned: boolean },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockOrder(tx, orderId, undefined);
    const isNote = and(
      eq(auditLog.id, noteId),
      eq(auditLog.entity, 'order'),
      eq(auditLog.entityId, String(orderId)),
      eq(auditLog.action, 'order.note'),
    );
    const known = await tx.select({ id: auditLog.id }).from(auditLog).where(isNote);
    if (known.length === 0) throw new NotFound('This note');
    await recordChange(tx, context, {
      staff,
      action: isPinned ? 'order.pin_note' : 'order.unpin_note',
      entity: 'order',
      entityId: orderId,
      before: null,
      after: { noteId },
    });
  });
}
