import type { FastifyInstance } from 'fastify';
import {
  exportOrders as exportOrdersCall,
  messageMany as messageManyCall,
  setStatusOfMany as setStatusOfManyCall,
} from '#areas/orders/calls/order-bulk.ts';
import type { Context } from '#platform/server/context.ts';
import { sendCsv } from '#platform/server/drawing/csv.ts';
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
import { ordersCsv } from '#areas/orders/server/orders-csv.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

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
