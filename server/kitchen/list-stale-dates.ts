import { gte } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { wallTimeAt } from '#domain/calendar/zoned-time.ts';
import type { Context } from '#server/context.ts';
import { printedDocuments } from '#server/db/schema/operation/printed-documents.ts';
import { listPrintouts } from '#server/kitchen/list-printouts.ts';

/** Dates from today whose printouts are out of date; staff may not be looking at those dates. */
export async function listStaleDates(
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
    const printouts = await listPrintouts(context.db, date);
    if (printouts.some(({ unprinted }) => unprinted.orders.length > 0)) stale.push(date);
  }
  return stale;
}
