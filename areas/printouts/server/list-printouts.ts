import { asc, eq, gte } from 'drizzle-orm';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import {
  hasChanges,
  type PrintoutChanges,
  printoutChanges,
} from '#areas/printouts/rules/printout-changes.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { KitchenBag } from '#areas/order-book/rules/kitchen-bag.ts';
import { printoutState, type PrintoutState } from '#areas/printouts/rules/printout-state.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import {
  type PrintedDocumentRow,
  printedDocuments,
} from '#areas/printouts/server/tables/printed-documents.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';

/** A sheet, its newest change slip, and how both differ from what is so now. */
export type PrintoutStatus = {
  printout: PrintedDocumentRow;
  slip: PrintedDocumentRow | null;
  now: PrintoutState;
  /** Changes since the sheet itself: the content of a change slip made now. */
  sinceSheet: PrintoutChanges;
  /** Changes since the newest slip, or since the sheet if it has none: not on paper yet. */
  unprinted: PrintoutChanges;
};

/** The newest printout of the bags of a date, of each kind, format and window. Plans are listed by server/production. */
export async function listPrintouts(
  { db, site }: Pick<Context, 'db' | 'site'>,
  date: PlainDate,
): Promise<PrintoutStatus[]> {
  const { business } = await site.current();
  return statusesOn(db, date, () => listBags(db, { date }, business));
}

/** `bags`: of that date, read only if something was printed. */
export async function statusesOn(
  db: Database | Transaction,
  date: PlainDate,
  bags: () => Promise<readonly KitchenBag[]>,
): Promise<PrintoutStatus[]> {
  const rows = await listPrintoutRows(db, date);
  const newest = new Map<string, PrintedDocumentRow>();
  for (const row of rows.filter(({ amends, kind }) => amends === null && kind !== 'plan')) {
    newest.set(`${row.kind} ${row.format} ${row.window}`, row);
  }
  if (newest.size === 0) return [];
  const now = await bags();
  return [...newest.values()].flatMap((printout) => statusOfBags(printout, rows, now));
}

/** A printout of bags that is not itself a slip, however old; null if there is none. */
export async function findPrintout(
  { db, site }: Pick<Context, 'db' | 'site'>,
  id: number,
): Promise<PrintoutStatus | null> {
  const printout = await findSheet(db, id);
  if (!printout || printout.kind === 'plan') return null;
  const rows = await listPrintoutRows(db, printout.date);
  const { business } = await site.current();
  const bags = await listBags(db, { date: printout.date }, business);
  return statusOfBags(printout, rows, bags)[0] ?? null;
}

/** Of any kind, but not a slip. */
export async function findSheet(db: Database, id: number): Promise<PrintedDocumentRow | null> {
  const [printout] = await db.select().from(printedDocuments).where(eq(printedDocuments.id, id));
  return printout && printout.amends === null ? printout : null;
}

export function listPrintoutRows(
  db: Database | Transaction,
  date: PlainDate,
): Promise<PrintedDocumentRow[]> {
  return db
    .select()
    .from(printedDocuments)
    .where(eq(printedDocuments.date, date))
    .orderBy(asc(printedDocuments.printedAt), asc(printedDocuments.id));
}

function statusOfBags(
  printout: PrintedDocumentRow,
  rows: readonly PrintedDocumentRow[],
  bags: readonly KitchenBag[],
): PrintoutStatus[] {
  const { kind, window } = printout;
  return kind === 'plan' ? [] : [statusOf(printout, rows, printoutState(kind, bags, window))];
}

/** `rows`: of its date, the oldest first. `now`: what it would say if it were made now. */
export function statusOf(
  printout: PrintedDocumentRow,
  rows: readonly PrintedDocumentRow[],
  now: PrintoutState,
): PrintoutStatus {
  // Reprinting an unchanged sheet makes its older slips obsolete.
  const slip =
    rows.findLast(
      ({ amends, printedAt }) => amends === printout.id && printedAt >= printout.printedAt,
    ) ?? null;
  const sinceSheet = printoutChanges(printout.state, now);
  const unprinted = slip ? printoutChanges(slip.state, now) : sinceSheet;
  return { printout, slip, now, sinceSheet, unprinted };
}

/** Dates from today on with printouts that are out of date, and these; staff may not be looking at those dates. */
export async function listStale(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
): Promise<{ date: PlainDate; stale: PrintoutStatus[] }[]> {
  const { business } = await context.site.current();
  const today = wallTimeAt(context.clock(), business.timeZone).date;
  const rows = await context.db
    .selectDistinct({ date: printedDocuments.date })
    .from(printedDocuments)
    .where(gte(printedDocuments.date, today))
    .orderBy(printedDocuments.date);
  const found: { date: PlainDate; stale: PrintoutStatus[] }[] = [];
  for (const { date } of rows) {
    const printouts = await listPrintouts(context, date);
    const stale = printouts.filter(({ unprinted }) => hasChanges(unprinted));
    if (stale.length > 0) found.push({ date, stale });
  }
  return found;
}
