import type { FastifyInstance } from 'fastify';
import {
  downloadDays,
  downloadDocuments,
  getFigures as getFiguresCall,
} from '#areas/office/calls/figures.ts';
import {
  downloadFood,
  downloadForecasts,
  getFoodFigures as getFoodFiguresCall,
} from '#areas/office/calls/food-figures.ts';
import type { Context } from '#platform/server/context.ts';
import { sendCsv } from '#platform/server/drawing/send-csv.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { daysFile, documentsFile } from '#areas/office/server/accountant-csv.ts';
import { getFigures } from '#areas/office/server/figures.ts';
import { foodFile, forecastsFile } from '#areas/office/server/food-csv.ts';
import { getFoodFigures } from '#areas/office/server/food-figures.ts';

export function registerFigureRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getFiguresCall, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return getFigures(context, query);
  });

  staffRoute(app, downloadDays, async ({ query, reply }) => {
    const { name, csv } = await daysFile(context, query);
    return sendCsv(reply, name, csv);
  });

  staffRoute(app, downloadDocuments, async ({ query, reply }) => {
    const { name, csv } = await documentsFile(context, query);
    return sendCsv(reply, name, csv);
  });

  staffRoute(app, getFoodFiguresCall, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return getFoodFigures(context, query);
  });

  staffRoute(app, downloadFood, async ({ query, reply }) => {
    const { name, csv } = await foodFile(context, query);
    return sendCsv(reply, name, csv);
  });

  staffRoute(app, downloadForecasts, async ({ query, reply }) => {
    const { name, csv } = await forecastsFile(context, query);
    return sendCsv(reply, name, csv);
  });
}
