import type { KitchenBag } from '#areas/order-book/rules/kitchen-bag.ts';
import type { Readable } from 'node:stream';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { type PrintoutKind, printoutState } from '#areas/printouts/rules/printout-state.ts';
import { runSheet, type Run, stopMarks } from '#areas/printouts/rules/run-sheet.ts';
import type { Context } from '#platform/server/context.ts';
import { sheetStamp } from '#areas/printouts/server/sheet-flow.ts';
import { tellOnSuccess } from '#platform/server/log.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import {
  NoDeliveries,
  printoutVersion,
  type Printout,
  recordPrintout,
  findPrintout,
  type PrintoutContext,
} from '#areas/printouts/server/printouts.ts';
import { listDriversOf } from '#areas/order-book/server/delivery-drivers.ts';
import { numberRuns } from '#areas/order-book/server/number-runs.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { toCsv } from '#platform/server/drawing/csv.ts';
import type { PrintedDocumentRow } from '#areas/printouts/server/tables/printed-documents.ts';
import { formatInstant } from '#platform/rules/zoned-time.ts';
import { NotFound } from '#platform/server/errors.ts';

export type SheetFile = { name: string; format: 'pdf' | 'csv'; body: Readable | string };

export type SheetContext = Pick<Context, 'db' | 'clock' | 'site' | 'documents'>;

export type SheetQuery = {
  date: PlainDate;
  format: 'pdf' | 'csv';
  /** For viewing only: marked as a preview, and not recorded. */
  isPreview: boolean;
};

type RunSheetQuery = SheetQuery & {
  /** Null: the whole day, window by window. */
  window: DeliveryWindow | null;
  /** Only their stops, with their name. */
  driverId?: string | undefined;
};

/**
 * The sheet of one driver is a part of the run sheet and is not watched for changes by itself: its numbers stay, no matter who
 * drives. Throws NoDeliveries.
 */
export async function makeRunSheet(
  context: SheetContext,
  query: RunSheetQuery,
): Promise<SheetFile> {
  const { date, window, format, isPreview, driverId } = query;
  await numberRuns(context.db, { date });
  const { business } = await context.site.current();
  const all = await listBags(context.db, { date }, business);
  if (all.length === 0) throw new NoDeliveries(date);
  const { bags, driver } =
    driverId === undefined
      ? { bags: all, driver: undefined }
      : await bagsOfDriver(context.db, all, driverId);
  const runs = runSheet(bags, window, business.suburbs);
  if (runs.length === 0) throw new NoDeliveries(date, window);
  const printout = printoutOf('run_sheet', { ...query, bags });
  const title = driver === undefined ? 'Run sheet' : `Run sheet of ${driver}`;
  const stamp = await stampOf(context, title, printout, isPreview);
  const body =
    format === 'csv'
      ? runSheetCsv(runs, business.region.state, driver)
      : await context.documents.draw({
          title: ['Run sheet', date, ...(driver === undefined ? [] : [driver])].join(' '),
          kind: 'run_sheet',
          content: { stamp, runs },
        });
  if (driver === undefined) return sheetFile(context, printout, body, isPreview);
  const part = window ? [windowLabel(window)] : [];
  const name = ['run-sheet', date, ...part, fileNameOf(driver)].join('-');
  if (!isPreview) tellOnSuccess({ printout: 'run_sheet', date, window, format }, 'printout made');
  return { name: `${name}-${printoutVersion(printout.state)}.${format}`, format, body };
}

async function bagsOfDriver(db: Context['db'], all: readonly KitchenBag[], driverId: string) {
  const drivers = await listDriversOf(
    db,
    all.map(({ deliveryId }) => deliveryId),
  );
  const bags = all.filter(({ deliveryId }) => drivers.get(deliveryId)?.id === driverId);
  return { bags, driver: [...drivers.values()].find(({ id }) => id === driverId)?.name };
}

/** "Ana Lee" as a part of a file's name. */
function fileNameOf(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-');
}

export function printoutOf(
  kind: PrintoutKind,
  {
    date,
    window,
    format,
    bags,
  }: Omit<SheetQuery, 'isPreview'> & {
    window: DeliveryWindow | null;
    bags: Parameters<typeof printoutState>[1];
  },
): Printout {
  return { kind, format, date, window, amends: null, state: printoutState(kind, bags, window) };
}

export async function stampOf(
  context: Pick<Context, 'clock' | 'site'>,
  title: string,
  printout: Pick<Printout, 'date' | 'window' | 'state' | 'work'>,
  isPreview: boolean,
) {
  const { business } = await context.site.current();
  return sheetStamp({
    title,
    date: printout.date,
    part: printout.window && windowLabel(printout.window),
    business,
    version: printoutVersion(printout.state, printout.work),
    printedAt: context.clock(),
    isPreview,
  });
}

/** Recorded, unless it is a preview, only after it was drawn successfully. */
export async function sheetFile(
  context: SheetContext,
  printout: Printout,
  body: SheetFile['body'],
  isPreview: boolean,
): Promise<SheetFile> {
  if (!isPreview) await recordPrintout(context, printout);
  const { kind, date, window, format } = printout;
  if (!isPreview) tellOnSuccess({ printout: kind, date, window, format }, 'printout made');
  const parts = [kind.replace('_', '-'), date, ...(window ? [windowLabel(window)] : [])];
  return {
    name: `${parts.join('-')}-${printoutVersion(printout.state, printout.work)}.${format}`,
    format,
    body,
  };
}

/** The columns that route planners expect: the address in parts, a phone number, a time window, notes. */
const HEADING = [
  'Stop',
  'Order',
  'Key',
  'Name',
  'Address line 1',
  'Address line 2',
  'Suburb',
  'State',
  'Postcode',
  'Country',
  'Phone',
  'Earliest',
  'Latest',
  'Portions',
  'Warm or cold',
  'Notes',
  'On hold',
];

/** One row per stop, in the order of the run sheet. `state`: abbreviated. With a driver's name, in a column of its own. */
function runSheetCsv(runs: readonly Run[], state: string, driver?: string): string {
  const rows = runs.flatMap(({ window, suburbs }) => {
    const [earliest = '', latest = ''] = window.split('-');
    return suburbs
      .flatMap(({ stops }) => stops)
      .map((stop) => [
        stop.stop,
        stop.orderNumber,
        stop.key,
        stop.customerName,
        stop.addressLine1,
        stop.addressLine2,
        stop.suburb,
        state,
        stop.postcode,
        'Australia',
        formatPhone(stop.phone),
        earliest,
        latest,
        stop.portions,
        stop.temperature,
        stop.specialInstructions,
        stopMarks(stop).join('. ') || null,
        ...(driver === undefined ? [] : [driver]),
      ]);
  });
  return toCsv([[...HEADING, ...(driver === undefined ? [] : ['Driver'])], ...rows]);
}

const NAMES: Record<PrintoutKind, string> = {
  prep_sheet: 'Prep sheet',
  run_sheet: 'Run sheet',
  labels: 'Labels',
};

/** Every change since a printout was made, or a note that there is none. Recorded unless it is a preview. Throws NotFound. */
export async function makeChangeSlip(
  context: PrintoutContext & Pick<Context, 'documents'>,
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
      stamp: await stampOf(context, 'Change slip', { date, window, state: now, work }, isPreview),
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
