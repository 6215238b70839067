import { READING_ACTION_NAMES, RECORD_KIND_NAMES } from '#areas/kitchen/rules/record-kinds.ts';
import { degreesOf, limitText } from '#areas/kitchen/rules/temperature-limits.ts';
import {
  type Reading,
  READING_MARK_NAMES,
  type ReadingMark,
} from '#areas/kitchen/rules/readings.ts';
import {
  latenessOf,
  LATENESS_NAMES,
  type MissingCheck,
} from '#areas/kitchen/rules/missing-checks.ts';
import { toInstantText } from '#platform/rules/instant-text.ts';
import { toCsv } from '#platform/server/drawing/csv.ts';

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
  'Place',
  'Late',
  'Note',
  'Source',
  'Measured by',
  'Not needed',
  'Portions thrown out',
];

/** One row per line of the record, in the sequence given; then one for each that is missing. */
export function temperatureRecordCsv(
  readings: readonly Reading[],
  marks: ReadonlyMap<number, readonly ReadingMark[]>,
  gaps: readonly MissingCheck[],
): string {
  const rows = readings.map((reading) => {
    const lateness = latenessOf(reading);
    return [
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
      reading.place,
      lateness && LATENESS_NAMES[lateness],
      reading.note,
      reading.source,
      reading.measuredBy,
      reading.notNeeded,
      reading.thrownOut,
    ];
  });
  const missing = gaps.map(({ date, kind, place, window, half }) =>
    HEADING.map((heading) => {
      if (heading === 'Day') return date;
      if (heading === 'Window') return window;
      if (heading === 'What') return RECORD_KIND_NAMES[kind];
      if (heading === 'Place') return place;
      if (heading === 'Result') return 'missing';
      return heading === 'Note' ? half : null;
    }),
  );
  return toCsv([HEADING, ...rows, ...missing]);
}
