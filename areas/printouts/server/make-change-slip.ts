import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import type { PrintoutKind } from '#areas/printouts/rules/printout-state.ts';
import type { Context } from '#platform/server/context.ts';
import type { PrintedDocumentRow } from '#areas/printouts/server/tables/printed-documents.ts';
import { sheetStamp } from '#areas/printouts/server/sheet-flow.ts';
import { formatInstant } from '#platform/rules/zoned-time.ts';
import { NotFound } from '#platform/server/errors.ts';
import { tellOnSuccess } from '#platform/server/log.ts';
import {
  findPrintout,
  type PrintoutContext,
  recordPrintout,
  printoutVersion,
} from '#areas/printouts/server/printouts.ts';
import type { SheetFile } from '#areas/printouts/server/make-sheet.ts';

const NAMES: Record<PrintoutKind, string> = {
  prep_sheet: 'Prep sheet',
  run_sheet: 'Run sheet',
  labels: 'Labels',
};

type SlipContext = PrintoutContext & Pick<Context, 'documents'>;

/** Every change since a printout was made, or a note that there is none. Recorded unless it is a preview. Throws NotFound. */
export async function makeChangeSlip(
  context: SlipContext,
  id: number,
  { isPreview }: { isPreview: boolean },
): Promise<SheetFile> {
  const status = await findPrintout(context, id);
  if (!status) throw new NotFound('This printout');
  const { printout, now, work, sinceSheet } = status;
  const { business } = await context.site.current();
  const { date, window, kind } = printout;
  const version = printoutVersion(now, work);
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
      services: business.services,
      changes: sinceSheet,
    },
  });
  if (!isPreview) {
    const slip = { kind, format: 'pdf', date, window, amends: printout.id } as const;
    await recordPrintout(context, { ...slip, state: now, work });
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
