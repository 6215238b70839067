import type { FastifyInstance } from 'fastify';
import { getGoodsIn, listGoodsLots, takeInGoods, useUpGoods } from '#areas/kitchen/calls/goods.ts';
import {
  getRecallFile,
  listRecallRuns as listRecallRunsCall,
  recallGoods,
  runRecall as runRecallCall,
  traceMeals as traceMealsCall,
  type RecallReply,
} from '#areas/kitchen/calls/recall.ts';
import type { Context } from '#platform/server/context.ts';
import { sendCsv, toCsv } from '#platform/server/drawing/csv.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { describeGoodsIn } from './due-orders.ts';
import { takeIn } from './goods-in.ts';
import { listGoods, useUp } from './list-goods.ts';
import { listRecallRuns, runRecall, findRecall } from './recall.ts';
import { traceMeals } from './trace-meals.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

export function registerTraceabilityRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listGoodsLots, ({ query }) => listGoods(context, query));

  staffRoute(app, getGoodsIn, () => describeGoodsIn(context));

  staffRoute(app, takeInGoods, ({ body, staff }) => takeIn(context, staff, body));

  staffRoute(app, useUpGoods, ({ params, body }) => useUp(context, params.id, body.isUsedUp));

  staffRoute(app, recallGoods, ({ params }) => findRecall(context, params.id));

  staffRoute(app, getRecallFile, async ({ params, reply, staff }) =>
    sendCsv(reply, `recall-${params.id}.csv`, await exportRecall(context, staff, params.id)),
  );

  staffRoute(app, runRecallCall, ({ params, body, staff }) =>
    runRecall(context, staff, { goodsLotId: params.id, ...body }),
  );

  staffRoute(app, listRecallRunsCall, async () => ({ runs: await listRecallRuns(context.db) }));

  staffRoute(app, traceMealsCall, ({ query }) => traceMeals(context, query));
}

const HEADING = [
  'Certainty',
  'Day',
  'Window',
  'Order',
  'Status',
  'Meal',
  'Portions',
  'Customer',
  'Phone',
  'Recipient',
  'Recipient phone',
];

/**
 * Whom the goods went to, as a file. Kept in the audit trail: it takes customers' phone numbers out of the house. Throws
 * NotFound.
 */
async function exportRecall(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  goodsLotId: number,
): Promise<string> {
  const found = await findRecall(context, goodsLotId);
  const { ingredient, supplierLot } = found.lot;
  await context.db.transaction((tx) =>
    recordChange(tx, context, {
      staff,
      action: 'customer.export_recall',
      entityId: 'many',
      after: { ingredient, supplierLot, deliveries: found.deliveries.length },
    }),
  );
  return recallCsv(found);
}

/** One line for each meal of a delivery, in the sequence given. */
function recallCsv({ deliveries }: Pick<RecallReply, 'deliveries'>): string {
  const rows = deliveries.flatMap((delivery) =>
    delivery.meals.map(({ name, portions, isCertain }) => [
      isCertain ? 'certain' : 'possible',
      delivery.date,
      delivery.timeSlot,
      delivery.orderNumber,
      delivery.status,
      name,
      portions,
      delivery.customer.name,
      formatPhone(delivery.customer.phone),
      delivery.recipient?.name ?? null,
      delivery.recipient && formatPhone(delivery.recipient.phone),
    ]),
  );
  return toCsv([HEADING, ...rows]);
}
