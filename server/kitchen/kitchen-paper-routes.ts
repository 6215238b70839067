import type { FastifyInstance } from 'fastify';
import {
  getChangeSlip,
  getPrepSheet,
  getRunSheet,
  listPapers as listPapersCall,
  listStaleDates as listStaleDatesCall,
  type PaperReply,
} from '#contract/kitchen-paper.ts';
import { describeOrderChange } from '#domain/kitchen/paper-changes.ts';
import type { Context } from '#server/context.ts';
import { staffRoute } from '#server/http/route.ts';
import { throttleCaller } from '#server/http/throttle.ts';
import { listPapers, type PaperStanding } from '#server/kitchen/list-papers.ts';
import { listStaleDates } from '#server/kitchen/list-stale-dates.ts';
import { makeChangeSlip } from '#server/kitchen/make-change-slip.ts';
import { makePrepSheet, makeRunSheet } from '#server/kitchen/make-sheet.ts';
import { isFromElsewhere, sendPaper } from '#server/kitchen/send-paper.ts';

export function registerKitchenPaperRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getPrepSheet, async ({ query, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    const { date, format } = query;
    const isPreview = query.preview || isFromElsewhere(reply);
    return sendPaper(reply, await makePrepSheet(context, { date, format, isPreview }));
  });

  staffRoute(app, getRunSheet, async ({ query, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    const { date, format, window = null } = query;
    const isPreview = query.preview || isFromElsewhere(reply);
    return sendPaper(reply, await makeRunSheet(context, { date, window, format, isPreview }));
  });

  staffRoute(app, getChangeSlip, async ({ params, query, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    const isPreview = query.preview || isFromElsewhere(reply);
    return sendPaper(reply, await makeChangeSlip(context, params.id, { isPreview }));
  });

  staffRoute(app, listPapersCall, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return (await listPapers(context.db, query.date)).map(describeStanding);
  });

  staffRoute(app, listStaleDatesCall, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return listStaleDates(context);
  });
}

function describeStanding({ paper, slip, unprinted }: PaperStanding): PaperReply {
  const { id, kind, format, window, version, printedAt } = paper;
  return {
    id,
    kind,
    format,
    timeSlot: window,
    version,
    printedAt: printedAt.toISOString(),
    slipPrintedAt: slip?.printedAt.toISOString() ?? null,
    isStale: unprinted.orders.length > 0,
    meals: unprinted.meals,
    orders: unprinted.orders.map((change) => ({
      kind: change.kind,
      orderId: change.orderId,
      orderNumber: change.orderNumber,
      customerName: change.customerName,
      timeSlot: change.window,
      lines: describeOrderChange(change),
    })),
  };
}
