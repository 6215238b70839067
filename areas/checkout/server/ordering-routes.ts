import type { FastifyInstance } from 'fastify';
import { getOrderingWeek, quoteOrder } from '#areas/order-book/calls/ordering.ts';
import type { Context } from '#platform/server/context.ts';
import { describeOrderingWeek } from '#areas/checkout/server/ordering-week.ts';
import { mayDo } from '#platform/server/staff-member.ts';
import { route } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { whyNoFirstOrderOffer } from '#areas/checkout/server/first-order-offer.ts';
import { offerWeekly } from '#areas/checkout/server/offer-weekly.ts';
import { refuseSoldOut } from '#areas/checkout/server/refuse-sold-out.ts';
import { questionsOf } from '#areas/order-book/rules/order-questions.ts';
import { pricePreparedOrder, toQuoteReply } from '#areas/checkout/server/price-prepared-order.ts';

const UNPRICED = { subtotal: '0', deliveryFee: '0', tax: '0', total: '0' };

export function registerOrderingRoutes(app: FastifyInstance, context: Context): void {
  route(app, getOrderingWeek, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return describeOrderingWeek(context);
  });

  route(app, quoteOrder, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    await throttleCaller(context, 'quote', reply.request);
    const orderItems = body.orderData.orderItems.map((item) => ({
      ...item,
      price: item.price ?? '0',
    }));
    const sent = { ...UNPRICED, ...body.orderData, orderItems };
    const staff = body.evenIfClosed ? await reply.request.findStaff() : null;
    const evenIfClosed = staff !== null && mayDo(staff, 'takePhoneOrders');
    const { frozen, site } = await pricePreparedOrder(context, sent, { evenIfClosed });
    await refuseSoldOut(context, frozen.items);
    return {
      ...toQuoteReply(frozen, site),
      weeklyInstead: await offerWeekly(context, frozen),
      offerRefused: await whyNoFirstOrderOffer(context, frozen, site),
      questions: questionsOf(frozen),
    };
  });
}
