import type { FastifyInstance } from 'fastify';
import {
  cancelOrder as sendCancelOrderCall,
  changeOrderStatus as sendChangeOrderStatusCall,
  countOrders as countOrdersCall,
  downloadOrderReceipt,
  getOrder,
  listOrders,
  quoteRefund as quoteRefundCall,
  refundOrder as refundOrderCall,
} from '#areas/order-book/calls/admin-orders.ts';
import {
  editOrder as sendEditOrderCall,
  previewEdit as sendPreviewCall,
} from '#areas/orders/calls/order-editing.ts';
import type { Context } from '#platform/server/context.ts';
import { offerFile } from '#platform/server/http/assets.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { cancelOrder, changeOrderStatus } from '#areas/orders/server/change-order-status.ts';
import { describeOrders, getAdminOrder } from '#areas/orders/server/admin-order.ts';
import { editOrder, previewEdit } from '#areas/orders/server/edit-order.ts';
import {
  type OrderFilter,
  loadOrderPage,
  countOrders,
} from '#areas/order-book/server/find-orders.ts';
import { receiptOfOrder } from '#areas/orders/server/receipt-content.ts';
import { quoteRefund, refundOrder } from '#areas/orders/server/refund-order.ts';
import {
  addNote as addNoteCall,
  getTimeline,
  pinNote as pinNoteCall,
} from '#areas/orders/calls/order-timeline.ts';
import { listTimeline } from './order-timeline.ts';
import { and, eq } from 'drizzle-orm';
import { recordChange } from '#platform/server/audit/audit.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { NotFound } from '#platform/server/errors.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { openNoted } from '#areas/order-book/server/told-food.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

export function registerAdminOrderRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listOrders, async ({ query, reply }) => {
    const { orders, hasMore } = await loadOrderPage(context.db, query);
    const last = orders.at(-1);
    if (hasMore && last) reply.header('link', `<${nextPage(query, last.id)}>; rel="next"`);
    return describeOrders(context.db, orders);
  });

  staffRoute(app, countOrdersCall, ({ query }) => countOrders(context.db, query));

  staffRoute(app, getOrder, ({ params }) => getAdminOrder(context, params.id));

  staffRoute(app, downloadOrderReceipt, async ({ params, reply }) => {
    const { name, pdf } = await receiptOfOrder(context, params.id);
    offerFile(reply, { name, type: 'application/pdf' });
    return pdf;
  });

  staffRoute(app, sendChangeOrderStatusCall, ({ params, body, staff }) =>
    changeOrderStatus(
      context,
      staff,
      { id: params.id, version: body.version },
      body.status,
      body.overLimit,
    ),
  );

  staffRoute(app, sendCancelOrderCall, ({ params, query, staff }) =>
    cancelOrder(context, staff, { id: params.id, version: query.version }, query),
  );

  staffRoute(app, sendEditOrderCall, ({ params, body, staff }) =>
    editOrder(context, staff, params.id, body),
  );

  staffRoute(app, sendPreviewCall, ({ params, body, staff }) =>
    previewEdit(context, staff, params.id, body),
  );

  staffRoute(app, refundOrderCall, ({ params, body, staff }) =>
    refundOrder(context, staff, params.id, body),
  );

  staffRoute(app, quoteRefundCall, ({ params, body }) => quoteRefund(context, params.id, body));
}

/** The same filter, continuing after the last order. */
function nextPage(filter: OrderFilter, cursor: number): string {
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, cursor }))
    if (value !== undefined && value !== '') next.set(name, String(value));
  return `${listOrders.path}?${next.toString()}`;
}

export function registerTimelineRoutes(app: FastifyInstance, context: Context): void {
  const timelineOf = async (id: number) => ({ entries: await listTimeline(context.db, id) });

  staffRoute(app, getTimeline, ({ params }) => timelineOf(params.id));

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
      entityId: orderId,
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
      entityId: orderId,
      after: { noteId },
    });
  });
}
