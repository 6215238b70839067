import {
  READING_ACTION_NAMES,
  RECORD_KIND_NAMES,
} from '#domain/kitchen/temperatures/record-kinds.ts';
import { degreesOf, limitText } from '#domain/kitchen/temperatures/temperature-limits.ts';
import {
  type Reading,
  READING_MARK_NAMES,
  type ReadingMark,
} from '#domain/kitchen/temperatures/readings.ts';
import { toInstantText } from '#domain/calendar/instant-text.ts';
import { toCsv } from '#server/drawing/csv/csv.ts';

const HEADING = [
  'Line',
  'Day',
  'Window',
  'Measured at',
  'Written at',
  'What',
  'Meal',
  'Celsius',
  'Limit',
  'Result',
  'Action',
  'Action by',
  'By',
  'Thermometer',
  'Corrects line',
  'Taken back',
  'Marks',
];

/** One row per line of the record, in the sequence given. */
export function temperatureRecordCsv(
  readings: readonly Reading[],
  marks: ReadonlyMap<number, readonly ReadingMark[]>,
): string {
  const rows = readings.map((reading) => [
    reading.id,
    reading.date,
    reading.window,
    toInstantText(reading.at),
    toInstantText(reading.recordedAt),
    RECORD_KIND_NAMES[reading.kind],
    reading.mealName,
    reading.tenths === null ? null : degreesOf(reading.tenths),
    limitText(reading.limit),
    reading.pass === null ? null : reading.pass ? 'passed' : 'failed',
    reading.action && READING_ACTION_NAMES[reading.action],
    reading.actionBy,
    reading.staffName,
    reading.probe,
    reading.corrects,
    reading.isWithdrawn ? 'yes' : null,
    (marks.get(reading.id) ?? []).map((mark) => READING_MARK_NAMES[mark]).join('; '),
  ]);
  return toCsv([HEADING, ...rows]);
}
