import type { FastifyInstance } from 'fastify';
import {
  checkBooks as checkBooksCall,
  getPaymentDesk,
  giveOrderBack as giveOrderBackCall,
  handleRefund as handleRefundCall,
  keepOrder as keepOrderCall,
  retryEvent,
  retryRefund as retryRefundCall,
} from '#contract/admin-payments.ts';
import type { Context } from '#server/context.ts';
import { checkBooks } from '#server/books/check-books.ts';
import { NotFound } from '#server/errors.ts';
import { staffRoute } from '#server/http/route.ts';
import { giveOrderBack, keepOrder } from '#server/orders/decide-order.ts';
import { describePaymentDesk, toBooksCheckReply } from '#server/books/payment-desk.ts';
import { retryGatewayEvent } from '#server/gateway-events/receive-gateway-event.ts';
import { handleRefund, retryRefund } from '#server/refunds/failed-refunds.ts';

export function registerPaymentDeskRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getPaymentDesk, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return describePaymentDesk(context);
  });

  staffRoute(app, checkBooksCall, async () => toBooksCheckReply(await checkBooks(context)));

  staffRoute(app, keepOrderCall, ({ params, body, staff }) =>
    keepOrder(context, staff, { id: params.id, version: body.version }),
  );

  staffRoute(app, giveOrderBackCall, ({ params, body, staff }) =>
    giveOrderBack(context, staff, { id: params.id, version: body.version }),
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
