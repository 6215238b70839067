import type { FastifyInstance } from 'fastify';
import {
  getProductionPlan,
  getProductionPlanFile,
  moveCooking as moveCookingCall,
  releaseCooking as releaseCookingCall,
  type ProductionPlanReply,
} from '#areas/kitchen/calls/production-plan.ts';
import { timeText } from '#areas/business/rules/delivery-windows.ts';
import type { Context } from '#platform/server/context.ts';
import { sendCsv, toCsv } from '#platform/server/drawing/csv.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { describeProductionPlan } from './describe-plan.ts';
import { readPlan } from './read-plan.ts';
import { moveCooking, releaseCooking } from './record-batch.ts';

export function registerProductionRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getProductionPlan, async ({ query }) =>
    describeProductionPlan(await readPlan(context, query), query),
  );

  staffRoute(app, getProductionPlanFile, async ({ query, reply }) => {
    const plan = describeProductionPlan(await readPlan(context, query), query);
    return sendCsv(reply, `plan-${query.from}-to-${query.to}.csv`, planCsv(plan));
  });

  staffRoute(app, moveCookingCall, async ({ body, staff }) => {
    await moveCooking(context, staff, body, body);
    return describeProductionPlan(await readPlan(context, body), body);
  });

  staffRoute(app, releaseCookingCall, async ({ body, staff }) => {
    await releaseCooking(context, staff, body);
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
