import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  downloadDays,
  downloadOrders,
  getFigures as getFiguresCall,
} from '#contract/operation/figures.ts';
import type { Context } from '#server/context.ts';
import { staffRoute } from '#server/http/route.ts';
import { type AccountantFile, daysFile, ordersFile } from '#server/reports/accountant-csv.ts';
import { getFigures } from '#server/reports/figures.ts';

export function registerFigureRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getFiguresCall, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return getFigures(context, query);
  });

  staffRoute(app, downloadDays, async ({ query, reply }) =>
    download(reply, await daysFile(context, query)),
  );

  staffRoute(app, downloadOrders, async ({ query, reply }) =>
    download(reply, await ordersFile(context, query)),
  );
}

function download(reply: FastifyReply, { name, csv }: AccountantFile): string {
  reply
    .header('cache-control', 'no-store')
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`);
  return csv;
}
