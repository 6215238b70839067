import type { FastifyInstance } from 'fastify';
import {
  exportOrders as exportOrdersCall,
  messageMany as messageManyCall,
  setStatusOfMany as setStatusOfManyCall,
} from '#contract/ordering/order-bulk.ts';
import type { Context } from '#server/context.ts';
import { sendCsv } from '#server/drawing/csv/send-csv.ts';
import { staffRoute } from '#server/http/route.ts';
import { throttleCaller } from '#server/http/throttle.ts';
import { exportOrders } from '#server/orders/bulk/export-orders.ts';
import { messageMany, type ShowStaffMessage } from '#server/orders/bulk/message-many.ts';
import { setStatusOfMany } from '#server/orders/bulk/set-status-of-many.ts';
import { requireRecentSignIn } from '#server/staff/session/session.ts';

export function registerBulkOrderRoutes(
  app: FastifyInstance,
  context: Context,
  showStaffMessage: ShowStaffMessage,
): void {
  staffRoute(app, setStatusOfManyCall, ({ body, staff }) => setStatusOfMany(context, staff, body));

  staffRoute(app, messageManyCall, ({ body, staff }) =>
    messageMany(context, staff, body, showStaffMessage),
  );

  staffRoute(app, exportOrdersCall, async ({ query, reply, staff }) => {
    await requireRecentSignIn(context, reply.request);
    await throttleCaller(context, 'documents', reply.request);
    return sendCsv(reply, 'orders.csv', await exportOrders(context, staff, query.orderId));
  });
}
