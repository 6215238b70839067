import type { FastifyInstance } from 'fastify';
import {
  listGoodsLots,
  listReceivable as listReceivableCall,
  useUpGoods,
} from '#areas/kitchen/calls/goods.ts';
import {
  getRecallFile,
  listRecallRuns as listRecallRunsCall,
  recallGoods,
  runRecall as runRecallCall,
  traceMeals as traceMealsCall,
} from '#areas/kitchen/calls/recall.ts';
import type { Context } from '#platform/server/context.ts';
import { sendCsv } from '#platform/server/drawing/send-csv.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { listGoods, listReceivable, useUp } from './list-goods.ts';
import { exportRecall } from './recall-csv.ts';
import { listRecallRuns, runRecall } from './recall-runs.ts';
import { findRecall } from './recall.ts';
import { traceMeals } from './trace-meals.ts';

export function registerTraceabilityRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listGoodsLots, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return listGoods(context, query);
  });

  staffRoute(app, listReceivableCall, () => listReceivable(context.db));

  staffRoute(app, useUpGoods, ({ params, body }) => useUp(context, params.id, body.isUsedUp));

  staffRoute(app, recallGoods, ({ params, reply }) => {
    reply.header('cache-control', 'no-store');
    return findRecall(context, params.id);
  });

  staffRoute(app, getRecallFile, async ({ params, reply, staff }) =>
    sendCsv(reply, `recall-${params.id}.csv`, await exportRecall(context, staff, params.id)),
  );

  staffRoute(app, runRecallCall, ({ params, body, staff }) =>
    runRecall(context, staff, { goodsLotId: params.id, ...body }),
  );

  staffRoute(app, listRecallRunsCall, async () => ({ runs: await listRecallRuns(context.db) }));

  staffRoute(app, traceMealsCall, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return traceMeals(context, query);
  });
}
