import type { FastifyInstance } from 'fastify';
import {
  getChangeSlip,
  getDayPrintouts,
  getPrepSheet,
  getRunSheet,
  listPrintouts as listPrintoutsCall,
  listStaleDates as listStaleDatesCall,
} from '#areas/printouts/calls/printouts.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { toPrintoutReply } from '#areas/printouts/server/printout-reply.ts';
import { listPrintouts, listStale } from '#areas/printouts/server/list-printouts.ts';
import { makeChangeSlip } from '#areas/printouts/server/make-change-slip.ts';
import {
  makeDayPrintouts,
  makeDriverSheet,
  makePrepSheet,
  makeRunSheet,
} from '#areas/printouts/server/make-sheet.ts';
import { isFromElsewhere, sendPrintout } from '#areas/printouts/server/send-printout.ts';

export function registerPrintoutRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getPrepSheet, async ({ query, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    const { date, format } = query;
    const isPreview = query.preview || isFromElsewhere(reply);
    return sendPrintout(reply, await makePrepSheet(context, { date, format, isPreview }));
  });

  staffRoute(app, getRunSheet, async ({ query, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    const { date, format, window = null, driver } = query;
    const isPreview = query.preview || isFromElsewhere(reply);
    const asked = { date, window, format, isPreview };
    return sendPrintout(
      reply,
      driver
        ? await makeDriverSheet(context, { ...asked, driverId: driver })
        : await makeRunSheet(context, asked),
    );
  });

  staffRoute(app, getDayPrintouts, async ({ query: { date, preview }, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    const isPreview = preview || isFromElsewhere(reply);
    return sendPrintout(reply, await makeDayPrintouts(context, { date, isPreview }));
  });

  staffRoute(app, getChangeSlip, async ({ params, query, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    const isPreview = query.preview || isFromElsewhere(reply);
    return sendPrintout(reply, await makeChangeSlip(context, params.id, { isPreview }));
  });

  staffRoute(app, listPrintoutsCall, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return (await listPrintouts(context, query.date)).map(toPrintoutReply);
  });

  staffRoute(app, listStaleDatesCall, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return (await listStale(context)).map(({ date }) => date);
  });
}
