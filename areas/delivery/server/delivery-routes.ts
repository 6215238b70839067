import type { FastifyInstance } from 'fastify';
import {
  arrangeRun as arrangeRunCall,
  getRun as getRunCall,
  listDeliveries as listDeliveriesCall,
  setDeliveryStatus,
  undoDeliveryChange,
} from '#areas/orders/calls/deliveries.ts';
import {
  assignDrivers as assignDriversCall,
  handOver as handOverCall,
  listDrivers as listDriversCall,
} from '#areas/delivery/calls/drivers.ts';
import {
  moveDeliveries as moveDeliveriesCall,
  settleMissed as settleMissedCall,
  cancel as cancelCall,
  refundDeliveries as refundDeliveriesCall,
} from '#areas/orders/calls/move-or-cancel.ts';
import { chooseAfterMissed as chooseAfterMissedCall } from '#areas/order-book/calls/orders.ts';
import type { Context } from '#platform/server/context.ts';
import { arrangeRun, getRun, assignDrivers, handOver } from './driver-runs.ts';
import { listDeliveries } from './list-deliveries.ts';
import { reportDeliveries, undoChange } from '#areas/delivery/server/report-deliveries.ts';
import { moveDeliveries } from '#areas/delivery/server/move-deliveries.ts';
import { cancel } from '#areas/delivery/server/cancel.ts';
import { chooseAfterMissed } from '#areas/delivery/server/choose-after-missed.ts';
import { settleMissed } from '#areas/delivery/server/put-elsewhere.ts';
import { route, staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { listDrivers } from '#areas/order-book/server/delivery-drivers.ts';

export function registerDeliveryRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listDeliveriesCall, ({ query, staff }) => listDeliveries(context, query, staff));

  staffRoute(app, setDeliveryStatus, ({ body, staff }) => {
    const { deliveries, status, when, reason = '', place = '', notify, confirm } = body;
    const report = { when, place: place.trim(), notify, confirm };
    return reportDeliveries(
      context,
      { staff, by: 'office' },
      deliveries.map((delivery) => ({
        ...delivery,
        ...report,
        status: delivery.status ?? status,
        reason: (delivery.reason ?? reason).trim(),
        isOneOfMany: deliveries.length > 1,
      })),
    );
  });

  staffRoute(app, undoDeliveryChange, ({ body, staff }) =>
    undoChange(context, staff, body.changeId),
  );

  staffRoute(app, moveDeliveriesCall, ({ body, staff }) => moveDeliveries(context, staff, body));

  staffRoute(app, cancelCall, ({ body, staff }) => cancel(context, staff, body));

  staffRoute(app, refundDeliveriesCall, ({ body: { ids, ...body }, staff }) =>
    cancel(context, staff, { ...body, deliveryIds: ids, refund: 'full' }),
  );

  staffRoute(app, settleMissedCall, ({ body, staff }) => settleMissed(context, staff, body));

  route(app, chooseAfterMissedCall, async ({ params, body, reply }) => {
    reply.header('x-robots-tag', 'noindex');
    await throttleCaller(context, 'trackingChange', reply.request);
    return chooseAfterMissed(context, params, body);
  });

  staffRoute(app, getRunCall, ({ query }) => getRun(context, query));

  staffRoute(app, arrangeRunCall, ({ body, staff }) => {
    const { date, window, ...to } = body;
    return arrangeRun(context, staff, { date, window }, to);
  });

  staffRoute(app, listDriversCall, () => listDrivers(context.db));

  staffRoute(app, assignDriversCall, ({ body, staff }) => assignDrivers(context, staff, body));

  staffRoute(app, handOverCall, ({ body, staff }) => handOver(context, staff, body));
}
