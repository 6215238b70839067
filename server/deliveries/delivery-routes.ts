import type { FastifyInstance } from 'fastify';
import {
  arrangeRun as arrangeRunCall,
  getRun as getRunCall,
  listDeliveries as listDeliveriesCall,
  setDeliveryStatus,
  undoDeliveryChange,
} from '#contract/delivery/deliveries.ts';
import {
  moveDeliveries as moveDeliveriesCall,
  refundDeliveries as refundDeliveriesCall,
  settleMissed as settleMissedCall,
} from '#contract/delivery/move-deliveries.ts';
import type { Context } from '#server/context.ts';
import { arrangeRun, getRun } from '#server/deliveries/arrange-run.ts';
import { listDeliveries } from '#server/deliveries/list-deliveries.ts';
import { reportDeliveries, undoChange } from '#server/deliveries/report-deliveries.ts';
import { moveDeliveries } from '#server/deliveries/move-deliveries.ts';
import { refundDeliveries } from '#server/deliveries/refund-deliveries.ts';
import { settleMissed } from '#server/deliveries/settle-missed.ts';
import { staffRoute } from '#server/http/route.ts';

export function registerDeliveryRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listDeliveriesCall, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return listDeliveries(context, query);
  });

  staffRoute(app, setDeliveryStatus, ({ body, staff }) => {
    const { deliveries, status, reason = '', place = '', notify = true } = body;
    const report = { status, reason: reason.trim(), place: place.trim(), notify };
    return reportDeliveries(
      context,
      { staff, by: 'office' },
      deliveries.map((delivery) => ({ ...delivery, ...report })),
    );
  });

  staffRoute(app, undoDeliveryChange, ({ body, staff }) =>
    undoChange(context, staff, body.changeId),
  );

  staffRoute(app, moveDeliveriesCall, ({ body, staff }) => moveDeliveries(context, staff, body));

  staffRoute(app, refundDeliveriesCall, ({ body, staff }) =>
    refundDeliveries(context, staff, body),
  );

  staffRoute(app, settleMissedCall, ({ body, staff }) => settleMissed(context, staff, body));

  staffRoute(app, getRunCall, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return getRun(context, { date: query.date, window: query.timeSlot });
  });

  staffRoute(app, arrangeRunCall, ({ body, staff }) => {
    const { date, timeSlot, ...to } = body;
    return arrangeRun(context, staff, { date, window: timeSlot }, to);
  });
}
