import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import { isPlanState, type PrintoutKind } from '#domain/kitchen/printout-state.ts';
import { printedRange } from '#domain/production/plan/printed-plan.ts';
import type { Context } from '#server/context.ts';
import type { PrintedDocumentRow } from '#server/db/schema/operation/printed-documents.ts';
import { formatInstant, sheetStamp } from '#server/drawing/sheets/sheet-stamp.ts';
import { NotFound } from '#server/errors.ts';
import { tellOnSuccess } from '#server/log-ids.ts';
import { findPrintout, type PrintoutStatus } from '#server/kitchen/list-printouts.ts';
import type { SheetFile } from '#server/kitchen/make-sheet.ts';
import { printoutVersion } from '#server/kitchen/printout-version.ts';
import { recordPrintout } from '#server/kitchen/record-printout.ts';

const NAMES: Record<PrintoutKind, string> = {
  prep_sheet: 'Prep sheet',
  run_sheet: 'Run sheet',
  labels: 'Labels',
  plan: 'Plan',
};

type SlipContext = Pick<Context, 'db' | 'clock' | 'site' | 'documents'>;

/** The slip of a printout of bags. Throws NotFound. */
export async function makeChangeSlip(
  context: SlipContext,
  id: number,
  how: { isPreview: boolean },
): Promise<SheetFile> {
  const status = await findPrintout(context.db, id);
  if (!status) throw new NotFound('This printout');
  return makeSlipOf(context, status, how);
}

/** Every change since a printout was made, or a note that there is none. Recorded unless it is a preview. */
export async function makeSlipOf(
  context: SlipContext,
  { printout, now, sinceSheet }: PrintoutStatus,
  { isPreview }: { isPreview: boolean },
): Promise<SheetFile> {
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
        until: isPlanState(now) ? printedRange(now).to : date,
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
