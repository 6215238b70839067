import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  cancelTrackedOrder,
  changeInstructions as changeInstructionsCall,
  downloadCalendar,
  downloadReceipt,
  getTrackedPhoto,
  trackOrder,
} from '#areas/order-book/calls/orders.ts';
import { seeReceivedOrder } from '#areas/order-book/calls/received-order.ts';
import type { Context } from '#platform/server/context.ts';
import { getDeliveryPhoto } from '#areas/order-book/server/delivery-photos.ts';
import { orderIdOf } from '#areas/order-book/server/load-orders.ts';
import { receiptOf } from '#areas/orders/server/receipt.ts';
import { addEtags } from '#platform/server/http/etags.ts';
import type { Allowed } from '#platform/server/http/rate-limits.ts';
import { offerFile } from '#platform/server/http/offer-file.ts';
import { route } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { CALENDAR_TYPE, calendarOf } from '#areas/order-book/server/order-calendar.ts';
import { noteWhatIsTold } from '#areas/orders/server/told-food.ts';
import { cancelByCustomer, changeInstructions } from '#areas/orders/server/tracking-changes.ts';
import { getReceivedOrder } from '#areas/orders/server/received-order.ts';
import { getTrackedOrder } from '#areas/orders/server/tracked-order.ts';

/** The customer's own page. Every call answers unknown and other people's tokens alike. */
export function registerTrackingRoutes(app: FastifyInstance, context: Context): void {
  async function admit(reply: FastifyReply, what: Allowed): Promise<void> {
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    // The page counts from it: the device's clock may be wrong.
    reply.header('date', new Date(context.clock()).toUTCString());
    await throttleCaller(context, what, reply.request);
  }

  // Asked for every 30 seconds while the driver may be on the way.
  void app.register((scope, _options, done) => {
    addEtags(scope);
    route(scope, trackOrder, async ({ params, reply }) => {
      await admit(reply, 'tracking');
      return getTrackedOrder(context, params.token);
    });

    route(scope, seeReceivedOrder, async ({ params, reply }) => {
      await admit(reply, 'tracking');
      return getReceivedOrder(context, params.token);
    });
    done();
  });

  route(app, changeInstructionsCall, async ({ params, body, reply }) => {
    await admit(reply, 'trackingChange');
    return noteWhatIsTold(context, params.token, () =>
      changeInstructions(context, params.token, body.specialInstructions),
    );
  });

  route(app, cancelTrackedOrder, async ({ params, reply }) => {
    await admit(reply, 'trackingChange');
    return cancelByCustomer(context, params.token);
  });

  route(app, downloadCalendar, async ({ params, reply }) => {
    await admit(reply, 'tracking');
    const calendar = await calendarOf(context, params.token);
    offerFile(reply, { name: calendar.name, type: CALENDAR_TYPE });
    return calendar.text;
  });

  route(app, getTrackedPhoto, async ({ params, reply }) => {
    await admit(reply, 'tracking');
    const orderId = await orderIdOf(context.db, params.token);
    reply.header('content-type', 'image/jpeg');
    return getDeliveryPhoto(context.db, { orderId, key: params.key });
  });

  route(app, downloadReceipt, async ({ params, reply }) => {
    await admit(reply, 'receipt');
    const { name, pdf } = await receiptOf(context, params.token);
    offerFile(reply, { name, type: 'application/pdf' });
    return pdf;
  });
}
