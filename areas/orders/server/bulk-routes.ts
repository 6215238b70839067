import type { FastifyInstance } from 'fastify';
import {
  exportOrders as exportOrdersCall,
  messageMany as messageManyCall,
  setStatusOfMany as setStatusOfManyCall,
} from '#areas/orders/calls/order-bulk.ts';
import type { Context } from '#platform/server/context.ts';
import { sendCsv, toCsv } from '#platform/server/drawing/csv.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { messageMany } from '#areas/orders/server/message-many.ts';
import { setStatusOfMany } from '#areas/orders/server/set-status-of-many.ts';
import { requireRecentSignIn } from '#areas/staff/server/session.ts';
import { desc, inArray } from 'drizzle-orm';
import { recordChange } from '#platform/server/audit/audit.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { NotFound } from '#platform/server/errors.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import { describeOrders } from '#areas/orders/server/admin-order.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { DELIVERY_STATUS_LABELS } from '#areas/order-book/rules/delivery-status.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { customerName } from '#areas/order-book/rules/order.ts';

export function registerBulkOrderRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, setStatusOfManyCall, ({ body, staff }) => setStatusOfMany(context, staff, body));

  staffRoute(app, messageManyCall, ({ body, staff }) => messageMany(context, staff, body));

  staffRoute(app, exportOrdersCall, async ({ query, reply, staff }) => {
    await requireRecentSignIn(context, reply.request);
    await throttleCaller(context, 'documents', reply.request);
    return sendCsv(reply, 'orders.csv', await exportOrders(context, staff, query.orderId));
  });
}

/** These orders as CSV, newest first. Audited: it takes customers' data out of the house. Throws NotFound. */
async function exportOrders(
  context: Context,
  staff: StaffMember,
  ids: readonly number[],
): Promise<string> {
  const { business } = await context.site.current();
  const rows = await context.db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(desc(orders.id));
  if (rows.length === 0) throw new NotFound('This order');
  const found = await describeOrders(context.db, await loadOrders(context.db, rows));
  await context.db.transaction((tx) =>
    recordChange(tx, context, {
      staff,
      action: 'order.export',
      entityId: 'many',
      after: { orders: found.map(({ orderNumber }) => orderNumber) },
    }),
  );
  return ordersCsv(found, business.timeZone);
}

const HEADING = [
  'Order',
  'Placed',
  'Status',
  'First name',
  'Last name',
  'Email',
  'Phone',
  'Address',
  'Suburb',
  'Postcode',
  'Warm or cold',
  'Instructions',
  'Meals',
  'Deliveries',
  'Total',
  'Paid',
  'Refunded',
  'Balance',
  'For someone else',
  'Their phone',
];

/** One row per order, in the sequence given, without test orders. */
function ordersCsv(all: readonly AdminOrderReply[], timeZone: string): string {
  const real = all.filter(({ isTest = false }) => !isTest);
  const rows = real.map(({ customer, ...order }) => [
    order.orderNumber,
    wallTimeAt(Date.parse(order.createdAt), timeZone).date,
    order.status,
    customer.firstName,
    customer.lastName,
    customer.email,
    formatPhone(customer.phone),
    customer.address,
    order.suburb,
    order.postcode,
    customer.deliveryPreference,
    customer.specialInstructions,
    order.orderItems.length,
    order.deliveries.map(deliveryText).join('; '),
    order.total,
    order.paid,
    order.refundedTotal,
    order.balance,
    order.recipient ? customerName(order.recipient) : '',
    order.recipient ? formatPhone(order.recipient.phone) : '',
  ]);
  return toCsv([HEADING, ...rows]);
}

/** "2026-01-13 11am-1pm Planned". */
function deliveryText({ date, timeSlot, status }: AdminOrderReply['deliveries'][number]): string {
  return `${date} ${windowLabel(timeSlot)} ${DELIVERY_STATUS_LABELS[status]}`;
}
