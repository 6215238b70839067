import type { FastifyInstance } from 'fastify';
import {
  exportOrders as exportOrdersCall,
  messageMany as messageManyCall,
  setStatusOfMany as setStatusOfManyCall,
} from '#areas/orders/calls/order-bulk.ts';
import type { Context } from '#platform/server/context.ts';
import { sendCsv } from '#platform/server/drawing/send-csv.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { exportOrders } from '#areas/orders/server/export-orders.ts';
import { messageMany } from '#areas/orders/server/message-many.ts';
import { setStatusOfMany } from '#areas/orders/server/set-status-of-many.ts';
import { requireRecentSignIn } from '#areas/staff/server/session.ts';

export function registerBulkOrderRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, setStatusOfManyCall, ({ body, staff }) => setStatusOfMany(context, staff, body));

  staffRoute(app, messageManyCall, ({ body, staff }) => messageMany(context, staff, body));

  staffRoute(app, exportOrdersCall, async ({ query, reply, staff }) => {
    await requireRecentSignIn(context, reply.request);
    await throttleCaller(context, 'documents', reply.request);
    return sendCsv(reply, 'orders.csv', await exportOrders(context, staff, query.orderId));
  });
}
