import type { FastifyInstance } from 'fastify';
import {
  downloadDays,
  downloadOrders,
  getFigures as getFiguresCall,
} from '#contract/operation/figures.ts';
import type { Context } from '#server/context.ts';
import { sendCsv } from '#server/drawing/csv/send-csv.ts';
import { staffRoute } from '#server/http/route.ts';
import { daysFile, ordersFile } from '#server/reports/accountant-csv.ts';
import { getFigures } from '#server/reports/figures.ts';

export function registerFigureRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getFiguresCall, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return getFigures(context, query);
  });

  staffRoute(app, downloadDays, async ({ query, reply }) => {
    const { name, csv } = await daysFile(context, query);
    return sendCsv(reply, name, csv);
  });

  staffRoute(app, downloadOrders, async ({ query, reply }) => {
    const { name, csv } = await ordersFile(context, query);
    return sendCsv(reply, name, csv);
  });
}
