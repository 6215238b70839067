/** The kitchen's sheets as files: read, drawn and recorded, so that later changes are noticed. */
import type { Readable } from 'node:stream';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { type DeliveryWindow, windowLabel } from '#domain/delivery/delivery-windows.ts';
import { paperState, type PaperKind } from '#domain/kitchen/paper-state.ts';
import { prepSheet } from '#domain/kitchen/prep-sheet.ts';
import { runSheet } from '#domain/kitchen/run-sheet.ts';
import type { Context } from '#server/context.ts';
import { prepSheetCsv } from '#server/drawing/csv/prep-sheet-csv.ts';
import { runSheetCsv } from '#server/drawing/csv/run-sheet-csv.ts';
import { sheetStamp } from '#server/drawing/sheets/sheet-stamp.ts';
import { listBags } from '#server/kitchen/list-bags.ts';
import { NoDeliveries } from '#server/kitchen/no-deliveries.ts';
import { paperVersion } from '#server/kitchen/paper-version.ts';
import { type Paper, recordPaper } from '#server/kitchen/record-paper.ts';

export type SheetFile = { name: string; format: 'pdf' | 'csv'; body: Readable | string };

type SheetContext = Pick<Context, 'db' | 'clock' | 'site' | 'documents'>;

type Wanted = {
  date: PlainDate;
  format: 'pdf' | 'csv';
  /** For viewing only: marked as a preview, and not recorded. */
  isPreview: boolean;
};

/** Throws NoDeliveries. */
export async function makePrepSheet(context: SheetContext, wanted: Wanted): Promise<SheetFile> {
  const { date, format, isPreview } = wanted;
  const bags = await listBags(context.db, { date });
  if (bags.length === 0) throw new NoDeliveries(date);
  const sheet = prepSheet(bags);
  const paper = paperOf('prep_sheet', { ...wanted, window: null, bags });
  const stamp = await stampOf(context, 'Prep sheet', paper, isPreview);
  const body =
    format === 'csv'
      ? prepSheetCsv(sheet)
      : await context.documents.draw({
          title: `Prep sheet ${date}`,
          kind: 'prep_sheet',
          content: { date, stamp, sheet },
        });
  return file(context, paper, body, isPreview);
}

/** `window` null: the whole day, window by window. Throws NoDeliveries. */
export async function makeRunSheet(
  context: SheetContext,
  wanted: Wanted & { window: DeliveryWindow | null },
): Promise<SheetFile> {
  const { date, window, format, isPreview } = wanted;
  const bags = await listBags(context.db, { date });
  if (bags.length === 0) throw new NoDeliveries(date);
  const runs = runSheet(bags, window);
  if (runs.length === 0) throw new NoDeliveries(date, window);
  const paper = paperOf('run_sheet', { ...wanted, bags });
  const stamp = await stampOf(context, 'Run sheet', paper, isPreview);
  const body =
    format === 'csv'
      ? runSheetCsv(runs)
      : await context.documents.draw({
          title: `Run sheet ${date}`,
          kind: 'run_sheet',
          content: { stamp, runs },
        });
  return file(context, paper, body, isPreview);
}

function paperOf(
  kind: PaperKind,
  {
    date,
    window,
    format,
    bags,
  }: Omit<Wanted, 'isPreview'> & {
    window: DeliveryWindow | null;
    bags: Parameters<typeof paperState>[1];
  },
): Paper {
  return { kind, format, date, window, amends: null, state: paperState(kind, bags, window) };
}

async function stampOf(context: SheetContext, title: string, paper: Paper, isPreview: boolean) {
  const { business } = await context.site.current();
  return sheetStamp({
    title,
    date: paper.date,
    part: paper.window && windowLabel(paper.window),
    business,
    version: paperVersion(paper.state),
    printedAt: context.clock(),
    isPreview,
  });
}

/** Recorded only after it was drawn successfully. */
async function file(
  context: SheetContext,
  paper: Paper,
  body: SheetFile['body'],
  isPreview: boolean,
): Promise<SheetFile> {
  if (!isPreview) await recordPaper(context, paper);
  const { kind, date, window, format } = paper;
  const parts = [kind.replace('_', '-'), date, ...(window ? [windowLabel(window)] : [])];
  return { name: `${parts.join('-')}-${paperVersion(paper.state)}.${format}`, format, body };
}
