/** The temperature record as a list of lines: which of them count, what is still chilling, and what looks invented. Ours. */
import { HOUR_MS } from '#platform/rules/durations.ts';
import { type PlainDate, addDays } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import {
  MEAL_KINDS,
  type ReadingAction,
  type ReadingSource,
  type RecordKind,
} from './record-kinds.ts';
import type { TemperatureLimit, Tenths } from './temperature-limits.ts';

/** A line of the record. A correction is a line of its own; the one that it corrects stays. */
export type Reading = {
  id: number;
  key: string;
  kind: RecordKind;
  /** Null: not of a meal. */
  mealId: number | null;
  /** For a component: the batch that was cooked. */
  batchId: number | null;
  /** As the meal was called then, or the component of the batch. */
  mealName: string | null;
  /** Which fridge, or what was cleaned; null: of no place. */
  place: string | null;
  /** For a receipt. */
  goodsLotId: number | null;
  /** For a reading that is not needed: why. */
  note: string;
  date: PlainDate;
  window: DeliveryWindow | null;
  /** Null: the start of a chill, cleaning, dry goods, or a line that takes another one back. */
  tenths: Tenths | null;
  /** When it was measured; of a correction: when the corrected one was. */
  at: Instant;
  recordedAt: Instant;
  /** Nobody has to measure this one; `note` says why. */
  isNotNeeded: boolean;
  staffId: string;
  staffName: string;
  source: ReadingSource;
  /** As it stands on the paper; empty: anyone who wrote it down. */
  measuredBy: string;
  probe: string;
  limit: TemperatureLimit;
  /** Null: nothing to judge. */
  pass: boolean | null;
  action: ReadingAction | null;
  /** When someone said so. */
  actionAt: Instant | null;
  actionBy: string | null;
  thrownOut: number | null;
  /** The line that this one takes the place of. */
  corrects: number | null;
  isWithdrawn: boolean;
  /** The start of the chill that it belongs to. */
  startId: number | null;
  /** What its time limit counts from. */
  since: Instant | null;
};

type Line = Pick<Reading, 'id' | 'corrects' | 'isWithdrawn'>;

/** The lines that nothing corrects or takes back. */
export function standingReadings<T extends Line>(readings: readonly T[]): T[] {
  const corrected = new Set(readings.map(({ corrects }) => corrects));
  return readings.filter(({ id, isWithdrawn }) => !isWithdrawn && !corrected.has(id));
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

/** A food is measured in a window of its day, or in all of them; a batch wherever it goes. */
type FoodOf = Pick<Reading, 'date' | 'window' | 'mealId' | 'batchId'>;

export function isOfSameFood(one: FoodOf, other: FoodOf): boolean {
  if (one.batchId !== null || other.batchId !== null) return one.batchId === other.batchId;
  if (one.mealId === null || one.mealId !== other.mealId || one.date !== other.date) return false;
  return one.window === null || other.window === null || one.window === other.window;
}

export function isOfFood({ kind }: Pick<Reading, 'kind'>): boolean {
  return MEAL_KINDS.some((one) => one === kind);
}

/**
 * Failures that nothing has ended: neither an action nor, of a place, a later reading that passed. They are asked after until
 * then. Of food, an action always: another value of the same pot says nothing of what was in it.
 */
export function unanswered(readings: readonly Reading[]): Reading[] {
  const standing = standingReadings(readings);
  return standing.filter(
    (failed) =>
      failed.pass === false &&
      failed.action === null &&
      (isOfFood(failed) || !standing.some((later) => isReadAgain(failed, later))),
  );
}

/** The same place, or the same thermometer, with the same limit. */
function isReadAgain(failed: Reading, later: Reading): boolean {
  const nameOf = ({ place, probe, limit, kind }: Reading) =>
    [
      kind,
      (place ?? '').trim().toLowerCase(),
      kind === 'probe_check' ? probe : '',
      limit.least,
      limit.most,
    ].join('|');
  return later.pass === true && later.at >= failed.at && nameOf(later) === nameOf(failed);
}

/**
 * Failures that keep food out of bags: those without an action, and food that was cooked on and whose core nobody has
 * measured since. `readings`: all of the food.
 */
export function barringFailures(readings: readonly Reading[]): Reading[] {
  const open = new Set(unanswered(readings));
  const standing = standingReadings(readings);
  return standing.filter(
    (failed) =>
      isOfFood(failed) &&
      (open.has(failed) ||
        (failed.action === 'cooked_on' && !standing.some((later) => isNewCore(failed, later)))),
  );
}

function isNewCore(failed: Reading, later: Reading): boolean {
  return (
    later.kind === 'core' &&
    later.pass !== false &&
    later.id > failed.id &&
    later.recordedAt >= (failed.actionAt ?? 0) &&
    isOfSameFood(failed, later)
  );
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

/** How long after it happened a line was written: it stays marked, and after a day it is no proof any more. */
export const LATENESS = ['later', 'late'] as const;
export type Lateness = (typeof LATENESS)[number];

export const LATENESS_NAMES: Record<Lateness, string> = {
  later: 'written in later',
  late: 'LATE',
};

/** Null: at once, as far as anyone can tell. A correction is as late as what it corrects was. */
export function latenessOf({
  at,
  recordedAt,
  corrects,
}: Pick<Reading, 'at' | 'recordedAt' | 'corrects'>): Lateness | null {
  const after = recordedAt - at;
  if (corrects !== null || after <= HOUR_MS) return null;
  return after > 24 * HOUR_MS ? 'late' : 'later';
}

type Entered = Pick<Reading, 'at' | 'recordedAt' | 'corrects' | 'source'> & { by: string };

/** "from paper, entered 26 h later, by Kim Lee"; empty: it was written down as it was measured. */
export function enteredText({ source, by, ...times }: Entered): string {
  const lateness = latenessOf(times);
  const minutes = Math.floor((times.recordedAt - times.at) / 60_000);
  const later = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
  if (source === 'screen' && lateness === null) return '';
  return [
    ...(lateness === 'late' ? [LATENESS_NAMES.late] : []),
    ...(source === 'paper' ? ['from paper'] : []),
    `entered ${later} later`,
    `by ${by}`,
  ].join(', ');
}

/** The food safety supervisor, whose certificate counts for less than five years. Standard 3.2.2A. */
const CERTIFICATE_YEARS = 5;

/** So long before it ends, a course can still be booked. */
export const SUPERVISOR_WARN_DAYS = 60;

/** The day from which the certificate counts no longer: of 29 February, 1 March. */
export function expiryOf(certifiedOn: PlainDate): PlainDate {
  const year = Number(certifiedOn.slice(0, 4)) + CERTIFICATE_YEARS;
  const day = certifiedOn.slice(5);
  return day === '02-29' ? `${year}-03-01` : addDays(`${year}-${day}`, 0);
}
