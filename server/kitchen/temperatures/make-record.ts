/** The temperature record of a period as a file, for whoever asks to see it. */
import { formatDate } from '#domain/calendar/plain-date.ts';
import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import {
  type Reading,
  READING_MARK_NAMES,
  type ReadingMark,
  standingReadings,
} from '#domain/kitchen/temperatures/readings.ts';
import {
  READING_ACTION_NAMES,
  RECORD_KIND_NAMES,
} from '#domain/kitchen/temperatures/record-kinds.ts';
import { formatTenths, limitText } from '#domain/kitchen/temperatures/temperature-limits.ts';
import type { Context } from '#server/context.ts';
import { temperatureRecordCsv } from '#server/drawing/csv/temperature-record-csv.ts';
import { formatInstant } from '#server/drawing/sheets/sheet-stamp.ts';
import type { SheetFile } from '#server/kitchen/make-sheet.ts';
import { type Period, readRecord } from '#server/kitchen/temperatures/read-readings.ts';
import type { SheetStamp, TemperatureLine } from '#server/ports/drawer.ts';

type RecordContext = Pick<Context, 'db' | 'clock' | 'site' | 'documents'>;

/** Throws InvalidRequest for a period that ends before it begins, or is too long. */
export async function makeTemperatureRecord(
  context: RecordContext,
  { format, ...period }: Period & { format: SheetFile['format'] },
): Promise<SheetFile> {
  const { readings, marks } = await readRecord(context.db, period);
  const { from, to } = period;
  const name = `temperature-record-${from === to ? from : `${from}-to-${to}`}.${format}`;
  if (format === 'csv') return { name, format, body: temperatureRecordCsv(readings, marks) };
  const { business } = await context.site.current();
  const { timeZone } = business;
  const body = await context.documents.draw({
    title: `Temperature record ${from} to ${to}`,
    kind: 'temperature_record',
    content: {
      stamp: stampOf(period, business.name, formatInstant(context.clock(), timeZone)),
      lines: linesOf({ readings, marks }, timeZone),
    },
  });
  return { name, format, body };
}

function stampOf({ from, to }: Period, business: string, printedAt: string): SheetStamp {
  const title = 'Temperature record';
  const subject = from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`;
  const state = `As of ${printedAt}`;
  return {
    title,
    subject,
    business,
    lines: [state],
    footer: `${title} · ${subject} · ${state}`,
    isPreview: false,
  };
}

type RecordLines = {
  readings: readonly Reading[];
  marks: ReadonlyMap<number, readonly ReadingMark[]>;
};

function linesOf({ readings, marks }: RecordLines, timeZone: string): TemperatureLine[] {
  const standing = new Set(standingReadings(readings));
  const replacements = new Map(readings.map((reading) => [reading.corrects, reading]));
  return readings.map((reading) => {
    const { id, mealName, window, tenths, probe } = reading;
    const isStanding = standing.has(reading);
    return {
      id,
      at: formatInstant(reading.at, timeZone),
      what: RECORD_KIND_NAMES[reading.kind],
      food: [mealName, window && windowLabel(window)].filter(Boolean).join(', '),
      value: tenths === null ? '' : formatTenths(tenths),
      limit: limitText(reading.limit),
      result: resultOf(reading, isStanding),
      isFailed: isStanding && reading.pass === false,
      by: [reading.staffName, probe && `probe ${probe}`].filter(Boolean).join(', '),
      notes: [
        ...correctionNotes(reading, replacements.get(id), timeZone),
        ...(marks.get(id) ?? []).map((mark) => `Mark: ${READING_MARK_NAMES[mark]}`),
      ],
    };
  });
}

function resultOf({ pass, action, actionBy }: Reading, isStanding: boolean): string {
  if (pass === null) return '';
  if (pass) return 'passed';
  if (action) return `FAILED: ${READING_ACTION_NAMES[action].toLowerCase()} (${actionBy ?? ''})`;
  return isStanding ? 'FAILED: no action written' : 'failed';
}

function correctionNotes(
  { corrects, isWithdrawn, recordedAt }: Reading,
  replacement: Reading | undefined,
  timeZone: string,
): string[] {
  const written = formatInstant(recordedAt, timeZone);
  return [
    ...(corrects === null
      ? []
      : [`${isWithdrawn ? 'Takes back' : 'Corrects'} line ${corrects}, written ${written}`]),
    ...(replacement
      ? [`${replacement.isWithdrawn ? 'Taken back' : 'Corrected'} by line ${replacement.id}`]
      : []),
  ];
}
