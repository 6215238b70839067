import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { isPlanState, type PrintoutKind } from '#areas/printouts/rules/printout-state.ts';
import { printedRange } from '#areas/printouts/rules/printed-plan.ts';
import type { Context } from '#platform/server/context.ts';
import type { PrintedDocumentRow } from '#areas/printouts/server/tables/printed-documents.ts';
import { formatInstant, sheetStamp } from '#areas/printouts/server/sheet-table.ts';
import { NotFound } from '#platform/server/errors.ts';
import { tellOnSuccess } from '#platform/server/log.ts';
import {
  findPrintout,
  type PrintoutStatus,
  recordPrintout,
  printoutVersion,
} from '#areas/printouts/server/printouts.ts';
import type { SheetFile } from '#areas/printouts/server/make-sheet.ts';

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
  const status = await findPrintout(context, id);
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
