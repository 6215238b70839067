/** The temperature record as a list of lines: which of them count, what is still chilling, and what looks invented. Ours. */
import { type PlainDate, addDays } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { NotNeeded, ReadingAction, ReadingSource, RecordKind } from './record-kinds.ts';
import {
  chillTimes,
  isCold,
  type TemperatureLimit,
  type Tenths,
} from './temperature-limits.ts'; /** A line of the record. A correction is a line of its own; the one that it corrects stays. */
export type Reading = {
  id: number;
  /** Of the tap that wrote it. */
  key: string;
  kind: RecordKind;
  /** Null: not of a meal. */
  mealId: number | null;
  /** Of a component: the batch that was cooked. */
  batchId: number | null;
  /** As the meal was called then, or the component of the batch. */
  mealName: string | null;
  /** Which fridge, or what was cleaned; null: of no place. */
  place: string | null;
  /** Of a receipt. */
  goodsLotId: number | null;
  /** Of a reading that is not needed: why. */
  note: string;
  date: PlainDate;
  window: DeliveryWindow | null;
  /** Null: the start of a chill, cleaning, dry goods, or a line that takes another one back. */
  tenths: Tenths | null;
  /** When it was measured; of a correction: when the corrected one was. */
  at: Instant;
  recordedAt: Instant;
  /** Nobody has to measure this one, or any batch of its component; null: it was measured. */
  notNeeded: NotNeeded | null;
  /** Who wrote it down. */
  staffId: string;
  staffName: string;
  source: ReadingSource;
  /** As it stands on the paper; empty: whoever wrote it down. */
  measuredBy: string;
  probe: string;
  limit: TemperatureLimit;
  /** Null: nothing to judge. */
  pass: boolean | null;
  action: ReadingAction | null;
  /** Who said so. */
  actionBy: string | null;
  /** Portions of the meal that were thrown out. */
  thrownOut: number | null;
  /** The line that this one takes the place of. */
  corrects: number | null;
  isWithdrawn: boolean;
  /** The start of the chill that it belongs to. */
  startId: number | null;
  /** What its time limit counts from. */
  since: Instant | null;
};

/** "Kim Lee", "Ana, on paper, typed in by Kim Lee". */
export function writerText({
  by,
  source,
  measuredBy,
}: Pick<Reading, 'source' | 'measuredBy'> & { by: string }): string {
  return source === 'paper' ? `${measuredBy}, on paper, typed in by ${by}` : by;
}

type Line = Pick<Reading, 'id' | 'corrects' | 'isWithdrawn'>;

/** The lines that nothing corrects or takes back. */
export function standingReadings<T extends Line>(readings: readonly T[]): T[] {
  const corrected = new Set(readings.map(({ corrects }) => corrects));
  return readings.filter(({ id, isWithdrawn }) => !isWithdrawn && !corrected.has(id));
}

export type Chill = {
  startId: number;
  startKey: string;
  mealId: number | null;
  batchId: number | null;
  mealName: string;
  date: PlainDate;
  window: DeliveryWindow | null;
  startedAt: Instant;
  reached21At: Instant | null;
  /** What has to be measured next. */
  next: 'reached_21' | 'reached_5';
  callAt: Instant;
  dueAt: Instant;
};

/** What is chilling, the most urgent first. A step that failed ends a chill: what then happens is its action. */
export function openChills(readings: readonly Reading[]): Chill[] {
  const standing = standingReadings(readings);
  return standing
    .filter(({ kind, notNeeded }) => kind === 'chill_start' && notNeeded === null)
    .flatMap((start) => chillOf(start, standing))
    .toSorted((a, b) => a.dueAt - b.dueAt || a.startId - b.startId);
}

function chillOf(start: Reading, standing: readonly Reading[]): Chill[] {
  const steps = standing.filter(({ startId }) => startId === start.id);
  const at21 = steps.find(({ kind }) => kind === 'reached_21');
  const isOver =
    steps.some(
      ({ kind, pass, notNeeded }) => kind === 'reached_5' || pass === false || notNeeded !== null,
    ) ||
    (at21?.tenths != null && isCold(at21.tenths));
  if (isOver) return [];
  const reached21At = at21?.at ?? null;
  return [
    {
      startId: start.id,
      startKey: start.key,
      mealId: start.mealId,
      batchId: start.batchId,
      mealName: start.mealName ?? '',
      date: start.date,
      window: start.window,
      startedAt: start.at,
      reached21At,
      next: reached21At === null ? 'reached_21' : 'reached_5',
      ...chillTimes(start.at, reached21At),
    },
  ];
}

/** Why a line looks as if nobody had measured: it is only marked, never refused. */
export const READING_MARKS = ['hurried', 'repeated'] as const;
export type ReadingMark = (typeof READING_MARKS)[number];

export const READING_MARK_NAMES: Record<ReadingMark, string> = {
  hurried: '4 readings in 2 minutes',
  repeated: '5 equal readings in a row',
};

const HURRIED = { readings: 4, withinMs: 2 * 60_000 };
const REPEATED_READINGS = 5;

/** Marks by the id of a line. One person's readings are looked at together. */
export function readingMarks(readings: readonly Reading[]): Map<number, ReadingMark[]> {
  const marks = new Map<number, ReadingMark[]>();
  const mark = (lines: readonly Reading[], name: ReadingMark) => {
    for (const { id } of lines) marks.set(id, [...new Set([...(marks.get(id) ?? []), name])]);
  };
  const measured = standingReadings(readings)
    .filter(({ tenths }) => tenths !== null)
    .toSorted((a, b) => a.at - b.at || a.id - b.id);
  for (const ofPerson of Map.groupBy(measured, ({ staffId }) => staffId).values()) {
    for (const few of runsOf(ofPerson, HURRIED.readings)) {
      const [first, last] = [few.at(0), few.at(-1)];
      if (first && last && last.at - first.at <= HURRIED.withinMs) mark(few, 'hurried');
    }
    for (const ofKind of Map.groupBy(ofPerson, ({ kind }) => kind).values())
      for (const few of runsOf(ofKind, REPEATED_READINGS))
        if (few.every(({ tenths }) => tenths === few[0]?.tenths)) mark(few, 'repeated');
  }
  return marks;
}

/** Every `length` neighbours of a list. */
function runsOf<T>(list: readonly T[], length: number): T[][] {
  return list.slice(length - 1).map((_, index) => list.slice(index, index + length));
}

/** Failures that count and of which nobody has said what was done: they are asked after until someone does. */
export function unanswered<T extends Line & Pick<Reading, 'pass' | 'action'>>(
  readings: readonly T[],
): T[] {
  return standingReadings(readings).filter(({ pass, action }) => pass === false && action === null);
}

/** Failures that count first, then the newest. */
export function inRecordOrder<T extends Line & Pick<Reading, 'pass' | 'at'>>(
  readings: readonly T[],
): T[] {
  const failed = new Set(standingReadings(readings).filter(({ pass }) => pass === false));
  const rank = (reading: T) => (failed.has(reading) ? 0 : 1);
  return readings.toSorted((a, b) => rank(a) - rank(b) || b.at - a.at || b.id - a.id);
}

// A temperature from a pad of large keys: two digits are a reading, so that wet hands need two taps.

/** As they lie on the pad, three in a row. */
export const TEMPERATURE_KEYS = [
  '7',
  '8',
  '9',
  '4',
  '5',
  '6',
  '1',
  '2',
  '3',
  '-',
  '0',
  '.',
] as const;
export type TemperatureKey = (typeof TEMPERATURE_KEYS)[number];

/** `tenths`: complete by this key; null: more to come. */
type Typed = { text: string; tenths: Tenths | null };

/** "7", "8" -> 78 °C; "0", "4" -> 4 °C; "-", "1", "8" -> -18 °C; "4", ".", "5" -> 4.5 °C. A key that makes no sense does nothing. */
export function typeKey(text: string, key: TemperatureKey): Typed {
  const typed = text + key;
  if (!/^-?\d{0,2}(\.\d?)?$/.test(typed) || /^-?\./.test(typed)) return { text, tenths: null };
  const isWhole = /\d\d$|\.\d$/.test(typed);
  return { text: typed, tenths: isWhole ? tenthsOf(typed) : null };
}

/** A temperature that was typed as a whole: "78.5", "-18". */
export function isTypedTenths(text: string): boolean {
  return /^-?\d{1,3}(\.\d)?$/.test(text.trim());
}

export function tenthsOf(text: string): Tenths {
  // Without the sign of nothing: -0 is 0.
  return Math.round(Number(text) * 10) || 0;
}

/** "4" -> 4 °C, for a single digit that is the whole reading; null when nothing is typed. */
export function finishTyped(text: string): Tenths | null {
  return /\d/.test(text) ? tenthsOf(text) : null;
}

/** The food safety supervisor, whose certificate counts for less than five years. Standard 3.2.2A. */
const CERTIFICATE_YEARS = 5;

/** The day from which the certificate counts no longer: of 29 February, 1 March. */
export function expiryOf(certifiedOn: PlainDate): PlainDate {
  const year = Number(certifiedOn.slice(0, 4)) + CERTIFICATE_YEARS;
  const day = certifiedOn.slice(5);
  return day === '02-29' ? `${year}-03-01` : addDays(`${year}-${day}`, 0);
}
