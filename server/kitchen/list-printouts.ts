import { asc, eq } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { type PrintoutChanges, printoutChanges } from '#domain/kitchen/printout-changes.ts';
import type { KitchenBag } from '#domain/kitchen/kitchen-bag.ts';
import { printoutState, type PrintoutState } from '#domain/kitchen/printout-state.ts';
import type { Database } from '#server/db/client.ts';
import {
  type PrintedDocumentRow,
  printedDocuments,
} from '#server/db/schema/operation/printed-documents.ts';
import { listBags } from '#server/kitchen/list-bags.ts';

/** A sheet of the day, its newest change slip, and how both differ from the current orders. */
export type PrintoutStatus = {
  printout: PrintedDocumentRow;
  slip: PrintedDocumentRow | null;
  now: PrintoutState;
  /** Changes since the sheet itself: the content of a change slip made now. */
  sinceSheet: PrintoutChanges;
  /** Changes since the newest slip, or since the sheet if it has none: not on paper yet. */
  unprinted: PrintoutChanges;
};

/** The newest printout of each kind, format and window for a date. */
export async function listPrintouts(db: Database, date: PlainDate): Promise<PrintoutStatus[]> {
  const rows = await listRows(db, date);
  if (rows.length === 0) return [];
  const bags = await listBags(db, { date });
  const newest = new Map<string, PrintedDocumentRow>();
  for (const row of rows.filter(({ amends }) => amends === null)) {
    newest.set(`${row.kind} ${row.format} ${row.window}`, row);
  }
  return [...newest.values()].map((printout) => statusOf(printout, rows, bags));
}

/** Any printout that is not itself a slip, however old; null if there is none. */
export async function findPrintout(db: Database, id: number): Promise<PrintoutStatus | null> {
  const [printout] = await db.select().from(printedDocuments).where(eq(printedDocuments.id, id));
  if (!printout || printout.amends !== null) return null;
  const rows = await listRows(db, printout.date);
  return statusOf(printout, rows, await listBags(db, { date: printout.date }));
}

function listRows(db: Database, date: PlainDate): Promise<PrintedDocumentRow[]> {
  return db
    .select()
    .from(printedDocuments)
    .where(eq(printedDocuments.date, date))
    .orderBy(asc(printedDocuments.printedAt), asc(printedDocuments.id));
}

function statusOf(
  printout: PrintedDocumentRow,
  rows: readonly PrintedDocumentRow[],
  bags: readonly KitchenBag[],
): PrintoutStatus {
  const now = printoutState(printout.kind, bags, printout.window);
  // Reprinting an unchanged sheet makes its older slips obsolete.
  const slip =
    rows.findLast(
      ({ amends, printedAt }) => amends === printout.id && printedAt >= printout.printedAt,
    ) ?? null;
  const sinceSheet = printoutChanges(printout.state, now);
  const unprinted = slip ? printoutChanges(slip.state, now) : sinceSheet;
  return { printout, slip, now, sinceSheet, unprinted };
}
