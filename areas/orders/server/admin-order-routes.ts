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
import { offerFile } from '#platform/server/http/offer-file.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { cancelOrder, changeOrderStatus } from '#areas/orders/server/change-order-status.ts';
import { describeOrders, getAdminOrder } from '#areas/orders/server/admin-order.ts';
import { editOrder } from '#areas/orders/server/edit-order.ts';
import type { OrderFilter } from '#areas/order-book/server/find-orders.ts';
import { loadOrderPage } from '#areas/order-book/server/find-orders.ts';
import { countOrders } from '#areas/order-book/server/order-counts.ts';
import { previewEdit } from '#areas/orders/server/preview-edit.ts';
import { receiptOfOrder } from '#areas/orders/server/receipt.ts';
import { quoteRefund, refundOrder } from '#areas/orders/server/refund-order.ts';

export function registerAdminOrderRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listOrders, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    const { orders, hasMore } = await loadOrderPage(context.db, query);
    const last = orders.at(-1);
    if (hasMore && last) reply.header('link', `<${nextPage(query, last.id)}>; rel="next"`);
    return describeOrders(context.db, orders);
  });

  staffRoute(app, countOrdersCall, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return countOrders(context.db, query);
  });

  staffRoute(app, getOrder, ({ params, reply }) => {
    reply.header('cache-control', 'no-store');
    return getAdminOrder(context, params.id);
  });

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
