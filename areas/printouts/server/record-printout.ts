import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { PrintoutKind, PrintoutState } from '#areas/printouts/rules/printout-state.ts';
import type { Context } from '#platform/server/context.ts';
import {
  type PrintedDocumentRow,
  printedDocuments,
} from '#areas/printouts/server/tables/printed-documents.ts';
import { fixRuns } from '#areas/order-book/server/number-runs.ts';
import { printoutVersion } from '#areas/printouts/server/printout-version.ts';

export type Printout = {
  kind: PrintoutKind;
  format: 'pdf' | 'csv';
  date: PlainDate;
  /** Null: the whole day. */
  window: DeliveryWindow | null;
  /** The printout that this change slip brings up to date; null for anything but a slip. */
  amends: number | null;
  state: PrintoutState;
};

/** Most printouts contain names and addresses, and all are in the bin by then. */
const KEPT_DAYS = 30;

/**
 * Records what was printed and its content. Reprinting an unchanged document updates its time instead of adding
 * another.
 */
export async function recordPrintout(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  { kind, format, date, window, amends, state }: Printout,
): Promise<PrintedDocumentRow> {
  const { business } = await context.site.current();
  const now = context.clock();
  const version = printoutVersion(state);
  const printedAt = new Date(now);
  return context.db.transaction(async (tx) => {
    const today = wallTimeAt(now, business.timeZone).date;
    await tx.delete(printedDocuments).where(lt(printedDocuments.date, addDays(today, -KEPT_DAYS)));
    const [last] = await tx
      .select({ id: printedDocuments.id, version: printedDocuments.version })
      .from(printedDocuments)
      .where(
        and(
          eq(printedDocuments.date, date),
          eq(printedDocuments.kind, kind),
          eq(printedDocuments.format, format),
          window === null ? isNull(printedDocuments.window) : eq(printedDocuments.window, window),
          amends === null ? isNull(printedDocuments.amends) : eq(printedDocuments.amends, amends),
        ),
      )
      .orderBy(desc(printedDocuments.id))
      .limit(1);
    const [row] =
      last?.version === version
        ? await tx
            .update(printedDocuments)
            .set({ printedAt })
            .where(eq(printedDocuments.id, last.id))
            .returning()
        : await tx
            .insert(printedDocuments)
            .values({ kind, format, date, window, amends, version, state, printedAt })
            .returning();
    if (!row) throw new Error('the printout was not recorded');
    // A plan names no stops, so their numbers may still change after it.
    if (kind !== 'plan') await fixRuns(tx, date, window, printedAt);
    return row;
  });
}
