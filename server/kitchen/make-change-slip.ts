import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import type { PaperKind } from '#domain/kitchen/paper-state.ts';
import type { Context } from '#server/context.ts';
import type { PrintedDocumentRow } from '#server/db/schema/operation/printed-documents.ts';
import { momentText, sheetStamp } from '#server/drawing/sheets/sheet-stamp.ts';
import { NotFound } from '#server/errors.ts';
import { findPaper } from '#server/kitchen/list-papers.ts';
import type { SheetFile } from '#server/kitchen/make-sheet.ts';
import { paperVersion } from '#server/kitchen/paper-version.ts';
import { recordPaper } from '#server/kitchen/record-paper.ts';

const NAMES: Record<PaperKind, string> = {
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
  const standing = await findPaper(context.db, id);
  if (!standing) throw new NotFound('This printout');
  const { paper, now, sinceSheet } = standing;
  const { business } = await context.site.current();
  const { date, window, kind } = paper;
  const version = paperVersion(now);
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
      amends: describePaper(paper, business.timeZone),
      changes: sinceSheet,
    },
  });
  if (!isPreview) {
    const slip = { kind, format: 'pdf', date, window, amends: paper.id, state: now } as const;
    await recordPaper(context, slip);
  }
  return { name: `change-slip-${date}-${version}.pdf`, format: 'pdf', body };
}

function describePaper({ kind, version, printedAt }: PrintedDocumentRow, timeZone: string): string {
  return `${NAMES[kind]}, version ${version}, printed ${momentText(printedAt.getTime(), timeZone)}`;
}
