import type { FastifyInstance } from 'fastify';
import {
  checkBooks as findDiscrepanciesCall,
  getPaymentsOverview,
  refundUndecidedOrder as refundUndecidedOrderCall,
  handleRefund as handleRefundCall,
  confirmUndecidedOrder as confirmUndecidedOrderCall,
  retryEvent,
  retryRefund as retryRefundCall,
} from '#areas/payments/calls/admin-payments.ts';
import type { Context } from '#platform/server/context.ts';
import { checkBooks } from '#areas/payments/server/check-books.ts';
import { NotFound } from '#platform/server/errors.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { refundUndecidedOrder, confirmUndecidedOrder } from '#areas/orders/server/decide-order.ts';
import {
  describePaymentsOverview,
  toBooksCheckReply,
} from '#areas/payments/server/payments-overview.ts';
import { retryGatewayEvent } from '#areas/payments/server/receive-gateway-event.ts';
import { handleRefund, retryRefund } from '#areas/order-book/server/failed-refunds.ts';

export function registerPaymentsOverviewRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getPaymentsOverview, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return describePaymentsOverview(context);
  });

  staffRoute(app, findDiscrepanciesCall, async () => toBooksCheckReply(await checkBooks(context)));

  staffRoute(app, confirmUndecidedOrderCall, ({ params, body, staff }) =>
    confirmUndecidedOrder(context, staff, { id: params.id, version: body.version }, body.overLimit),
  );

  staffRoute(app, refundUndecidedOrderCall, ({ params, body, staff }) =>
    refundUndecidedOrder(context, staff, { id: params.id, version: body.version }),
  );

  staffRoute(app, retryRefundCall, ({ params, staff }) => retryRefund(context, staff, params.id));

  staffRoute(app, handleRefundCall, ({ params, body, staff }) =>
    handleRefund(context, staff, params.id, body.note),
  );

  staffRoute(app, retryEvent, async ({ params }) => {
    const state = await retryGatewayEvent(context, params.id);
    if (state === null) throw new NotFound('This event');
    return { state };
  });
}
