import type { FastifyInstance } from 'fastify';
import {
  getChangeSlip,
  getPrepSheet,
  getRunSheet,
  listPrintouts as listPrintoutsCall,
  listStaleDates as listStaleDatesCall,
} from '#areas/printouts/calls/printouts.ts';
import { hasChanges } from '#areas/printouts/rules/printout-changes.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { toPrintoutReply } from '#areas/printouts/server/printout-reply.ts';
import { listPrintouts } from '#areas/printouts/server/list-printouts.ts';
import { makeChangeSlip } from '#areas/printouts/server/make-change-slip.ts';
import {
  makeDriverSheet,
  makePrepSheet,
  makeRunSheet,
} from '#areas/printouts/server/make-sheet.ts';
import { isFromElsewhere, sendPrintout } from '#areas/printouts/server/send-printout.ts';
import { gte } from 'drizzle-orm';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { printedDocuments } from '#areas/printouts/server/tables/printed-documents.ts';

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

  staffRoute(app, getChangeSlip, async ({ params, query, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    const isPreview = query.preview || isFromElsewhere(reply);
    return sendPrintout(reply, await makeChangeSlip(context, params.id, { isPreview }));
  });

  staffRoute(app, listPrintoutsCall, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return (await listPrintouts(context, query.date)).map(toPrintoutReply);
  });

  staffRoute(app, listStaleDatesCall, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return listStaleDates(context);
  });
}

/** Dates from today whose printouts are out of date; staff may not be looking at those dates. */
async function listStaleDates(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
): Promise<PlainDate[]> {
  const { business } = await context.site.current();
  const today = wallTimeAt(context.clock(), business.timeZone).date;
  const rows = await context.db
    .selectDistinct({ date: printedDocuments.date })
    .from(printedDocuments)
    .where(gte(printedDocuments.date, today))
    .orderBy(printedDocuments.date);
  const stale: PlainDate[] = [];
  for (const { date } of rows) {
    const printouts = await listPrintouts(context, date);
    if (printouts.some(({ unprinted }) => hasChanges(unprinted))) stale.push(date);
  }
  return stale;
}
