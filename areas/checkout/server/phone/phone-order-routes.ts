import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  cancelPhoneOrder as cancelPhoneOrderCall,
  getPayPage,
  getPhoneOrder,
  listPhoneOrders,
  openPayLink as openPayLinkCall,
  seePhoneOrder as seePhoneOrderCall,
  resendPayLink as resendPayLinkCall,
  takePhoneOrder as takePhoneOrderCall,
} from '#areas/checkout/calls/phone-orders.ts';
import { cancelPhoneOrder } from '#areas/checkout/server/phone/cancel-phone-order.ts';
import {
  describePhoneOrder,
  listPhoneOrderReplies,
  orderDataOf,
} from '#areas/checkout/server/phone/describe-phone-order.ts';
import { describePayPage, openPayLink } from '#areas/checkout/server/phone/pay-page.ts';
import { readPhoneOrder } from '#areas/checkout/server/phone/phone-order-rows.ts';
import { seePhoneOrder, resendPayLink } from '#areas/checkout/server/phone/resend-pay-link.ts';
import { takePhoneOrder } from '#areas/checkout/server/phone/take-phone-order.ts';
import type { Context } from '#platform/server/context.ts';
import { route, staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { setCheckoutCookie } from '#areas/checkout/server/checkout-proof.ts';

export function registerPhoneOrderRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, takePhoneOrderCall, ({ body, staff }) => takePhoneOrder(context, staff, body));

  staffRoute(app, listPhoneOrders, async () => ({
    phoneOrders: await listPhoneOrderReplies(context),
  }));

  staffRoute(app, getPhoneOrder, async ({ params }) => {
    const rows = await readPhoneOrder(context.db, params);
    return {
      phoneOrder: describePhoneOrder(context, rows),
      orderData: orderDataOf(rows.checkout.frozenOrder),
    };
  });

  staffRoute(app, resendPayLinkCall, ({ params, body, staff }) =>
    resendPayLink(context, staff, { ...params, ...body }),
  );

  staffRoute(app, cancelPhoneOrderCall, ({ params, body, staff }) =>
    cancelPhoneOrder(context, staff, { ...params, ...body }),
  );

  staffRoute(app, seePhoneOrderCall, ({ params, staff }) =>
    seePhoneOrder(context, staff, params.id),
  );

  registerPayPage(app, context);
}

function registerPayPage(app: FastifyInstance, context: Context): void {
  const hide = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');

  route(app, getPayPage, async ({ params, reply }) => {
    hide(reply);
    await throttleCaller(context, 'tracking', reply.request);
    return describePayPage(context, params.token);
  });

  route(app, openPayLinkCall, async ({ params, reply }) => {
    hide(reply);
    await throttleCaller(context, 'checkout', reply.request);
    const opened = await openPayLink(context, params.token);
    setCheckoutCookie(context, reply, opened.paymentIntentId);
    return opened;
  });
}
