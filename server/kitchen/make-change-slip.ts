import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import type { PrintoutKind } from '#domain/kitchen/printout-state.ts';
import type { Context } from '#server/context.ts';
import type { PrintedDocumentRow } from '#server/db/schema/operation/printed-documents.ts';
import { formatInstant, sheetStamp } from '#server/drawing/sheets/sheet-stamp.ts';
import { NotFound } from '#server/errors.ts';
import { tellOnSuccess } from '#server/log-ids.ts';
import { findPrintout } from '#server/kitchen/list-printouts.ts';
import type { SheetFile } from '#server/kitchen/make-sheet.ts';
import { printoutVersion } from '#server/kitchen/printout-version.ts';
import { recordPrintout } from '#server/kitchen/record-printout.ts';

const NAMES: Record<PrintoutKind, string> = {
  prep_sheet: 'Prep sheet',
  run_sheet: 'Run sheet',
  labels: 'Labels',
};

/** Every change since the printout was made, or a note that there is none. Throws NotFound. */
export async function makeChangeSlip(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'documents'>,
  id: number,
  { isPreview }: { isPreview: boolean },
): Promise<SheetFile> {
  const status = await findPrintout(context.db, id);
  if (!status) throw new NotFound('This printout');
  const { printout, now, sinceSheet } = status;
  const { business } = await context.site.current();
  const { date, window, kind } = printout;
  const version = printoutVersion(now);
  const body = await context.documents.draw({
    title: `Change slip ${date}`,
    kind: 'change_slip',
    content: {
      stamp: sheetStamp({
        title: 'Change slip',
        date,
        part: window && windowLabel(window),
        business,
        version,
        printedAt: context.clock(),
        isPreview,
      }),
      amends: describePrintout(printout, business.timeZone),
      changes: sinceSheet,
    },
  });
  if (!isPreview) {
    const slip = { kind, format: 'pdf', date, window, amends: printout.id, state: now } as const;
    await recordPrintout(context, slip);
    tellOnSuccess({ printout: 'change_slip', date, window }, 'printout made');
  }
  return { name: `change-slip-${date}-${version}.pdf`, format: 'pdf', body };
}

function describePrintout(
  { kind, version, printedAt }: PrintedDocumentRow,
  timeZone: string,
): string {
  return `${NAMES[kind]}, version ${version}, printed ${formatInstant(printedAt.getTime(), timeZone)}`;
}
