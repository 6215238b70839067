import { asc, eq } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { type PaperChanges, paperChanges } from '#domain/kitchen/paper-changes.ts';
import type { KitchenBag } from '#domain/kitchen/kitchen-bag.ts';
import { paperState, type PaperState } from '#domain/kitchen/paper-state.ts';
import type { Database } from '#server/db/client.ts';
import {
  type PrintedDocumentRow,
  printedDocuments,
} from '#server/db/schema/operation/printed-documents.ts';
import { listBags } from '#server/kitchen/list-bags.ts';

/** A sheet of the day, its newest change slip, and how both differ from the current orders. */
export type PaperStanding = {
  paper: PrintedDocumentRow;
  slip: PrintedDocumentRow | null;
  now: PaperState;
  /** Changes since the sheet itself: the content of a change slip made now. */
  sinceSheet: PaperChanges;
  /** Changes since the newest slip, or since the sheet if it has none: not on paper yet. */
  unprinted: PaperChanges;
};

/** The newest printout of each kind, format and window for a date. */
export async function listPapers(db: Database, date: PlainDate): Promise<PaperStanding[]> {
  const rows = await listRows(db, date);
  if (rows.length === 0) return [];
  const bags = await listBags(db, { date });
  const newest = new Map<string, PrintedDocumentRow>();
  for (const row of rows.filter(({ amends }) => amends === null)) {
    newest.set(`${row.kind} ${row.format} ${row.window}`, row);
  }
  return [...newest.values()].map((paper) => standingOf(paper, rows, bags));
}

/** Any printout that is not itself a slip, however old; null if there is none. */
export async function findPaper(db: Database, id: number): Promise<PaperStanding | null> {
  const [paper] = await db.select().from(printedDocuments).where(eq(printedDocuments.id, id));
  if (!paper || paper.amends !== null) return null;
  const rows = await listRows(db, paper.date);
  return standingOf(paper, rows, await listBags(db, { date: paper.date }));
}

function listRows(db: Database, date: PlainDate): Promise<PrintedDocumentRow[]> {
  return db
    .select()
    .from(printedDocuments)
    .where(eq(printedDocuments.date, date))
    .orderBy(asc(printedDocuments.printedAt), asc(printedDocuments.id));
}

function standingOf(
  paper: PrintedDocumentRow,
  rows: readonly PrintedDocumentRow[],
  bags: readonly KitchenBag[],
): PaperStanding {
  const now = paperState(paper.kind, bags, paper.window);
  // Reprinting an unchanged sheet makes its older slips obsolete.
  const slip =
    rows.findLast(({ amends, printedAt }) => amends === paper.id && printedAt >= paper.printedAt) ??
    null;
  const sinceSheet = paperChanges(paper.state, now);
  const unprinted = slip ? paperChanges(slip.state, now) : sinceSheet;
  return { paper, slip, now, sinceSheet, unprinted };
}
