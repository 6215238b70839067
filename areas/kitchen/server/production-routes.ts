import type { FastifyInstance } from 'fastify';
import {
  correctBatch,
  getProductionPlan,
  getProductionPlanFile,
  moveCooking as moveCookingCall,
  recordBatch,
  releaseCooking as releaseCookingCall,
  undoBatch,
  type ProductionPlanReply,
} from '#areas/kitchen/calls/production-plan.ts';
import {
  getPlanSheet,
  listPlanPrintouts as listPlanPrintoutsCall,
} from '#areas/kitchen/calls/plan-printouts.ts';
import { getPlanSlip } from '#areas/printouts/calls/printouts.ts';
import { timeText } from '#areas/business/rules/delivery-windows.ts';
import type { Context } from '#platform/server/context.ts';
import { sendCsv, toCsv } from '#platform/server/drawing/csv.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { toPrintoutReply } from '#areas/printouts/server/printouts.ts';
import { isFromElsewhere, sendPrintout } from '#areas/printouts/server/printout-routes.ts';
import { describeProductionPlan } from './describe-plan.ts';
import { listPlanPrintouts, makePlanSheet, makePlanSlip } from './plan-printouts.ts';
import { readPlan } from './read-plan.ts';
import {
  correctDoneBatch,
  moveCooking,
  recordBatchDone,
  releaseCooking,
  undoDoneBatch,
} from './record-batch.ts';

export function registerProductionRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getProductionPlan, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return describeProductionPlan(await readPlan(context, query), query);
  });

  staffRoute(app, getProductionPlanFile, async ({ query, reply }) => {
    const plan = describeProductionPlan(await readPlan(context, query), query);
    return sendCsv(reply, `plan-${query.from}-to-${query.to}.csv`, planCsv(plan));
  });

  staffRoute(app, getPlanSheet, async ({ query: { preview, ...asked }, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    const isPreview = preview || isFromElsewhere(reply);
    return sendPrintout(reply, await makePlanSheet(context, asked, { isPreview }));
  });

  staffRoute(app, listPlanPrintoutsCall, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return (await listPlanPrintouts(context, query)).map(toPrintoutReply);
  });

  staffRoute(app, getPlanSlip, async ({ params, query, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    const isPreview = query.preview || isFromElsewhere(reply);
    return sendPrintout(reply, await makePlanSlip(context, params.id, { isPreview }));
  });

  staffRoute(app, moveCookingCall, async ({ body, staff }) => {
    await moveCooking(context, staff, body, body);
    return describeProductionPlan(await readPlan(context, body), body);
  });

  staffRoute(app, releaseCookingCall, async ({ body, staff }) => {
    await releaseCooking(context, staff, body);
    return undefined;
  });

  staffRoute(app, recordBatch, ({ body, staff }) => recordBatchDone(context, staff, body));

  staffRoute(app, correctBatch, ({ params, body, staff }) =>
    correctDoneBatch(context, staff, params.id, body),
  );

  staffRoute(app, undoBatch, async ({ params, staff }) => {
    await undoDoneBatch(context, staff, params.id);
    return undefined;
  });
}

/** One line for each pot, by day. Quantities in base units, so that a spreadsheet can add them up. */
function planCsv({ cookings }: ProductionPlanReply): string {
  return toCsv([
    [
      'Cook day',
      'Start by',
      'Component',
      'Batch',
      'Quantity',
      'Unit',
      'Over',
      'Keeps until',
      'For',
    ],
    ...cookings.flatMap(({ batches, users, ...cooking }) =>
      batches.map((qty, index) => [
        cooking.cookDate,
        `${cooking.startBy.date} ${timeText(cooking.startBy.minuteOfDay)}`,
        cooking.name,
        `${index + 1} of ${batches.length}`,
        qty,
        cooking.baseUnit,
        index === 0 ? cooking.surplus : 0,
        cooking.keepsUntil,
        users
          .map(
            ({ name, date, portions }) =>
              `${name} ${date}${portions === null ? '' : ` (${portions})`}`,
          )
          .join('; '),
      ]),
    ),
  ]);
}
