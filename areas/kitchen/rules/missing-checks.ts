/** What should have been checked and was not: expected less written down. Ours. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { WallTime } from '#platform/rules/zoned-time.ts';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import type { Reading } from './readings.ts';
import { type CheckKind, isCleaning, RECORD_KIND_NAMES, type RecordKind } from './record-kinds.ts';
import type { Tenths } from './temperature-limits.ts';

/** Fridges and freezers are read twice a day: before noon, and after. */
export const DAY_HALVES = ['morning', 'afternoon'] as const;
type DayHalf = (typeof DAY_HALVES)[number];

const NOON_MINUTE = 12 * 60;

/** `until`: the first day without it; null: it goes on. */
export type DailyCheck = {
  kind: CheckKind;
  place: string;
  since: PlainDate;
  until: PlainDate | null;
};

/** What a reading of food is of, as it is sent with it. Of a place: nothing. */
export type MeasuredFood = {
  window: DeliveryWindow | null;
  mealId: number | null;
  batchId: number | null;
  /** The start of the chill that it belongs to. */
  startId: number | null;
};

export type MissingCheck = MeasuredFood & {
  date: PlainDate;
  kind: RecordKind;
  /** Of food: the meal or the component. */
  place: string;
  /** Null: once a day. */
  half: DayHalf | null;
  /** What was read and failed: it has to be read again. Null: nothing. */
  failed: Tenths | null;
};

const OF_A_PLACE: MeasuredFood = { window: null, mealId: null, batchId: null, startId: null };

/** A line that counts, with the kitchen's own time. One that failed completes nothing. */
export type CheckLine = WallTime & {
  kind: RecordKind;
  place: string | null;
  tenths: Tenths | null;
  pass: boolean | null;
};

/** "Core: Bean Chilli, 4pm-6pm", "Fridge: Walk-in, morning". */
export function missingName({ kind, place, window, half }: MissingCheck): string {
  const of = [place, window && windowLabel(window), half].filter(Boolean).join(', ');
  return `${RECORD_KIND_NAMES[kind]}: ${of}`;
}

/** "1 reading failed without an action · 2 missing"; empty: neither. */
export function recordHeadline({ unanswered, missing }: Record<'unanswered' | 'missing', number>) {
  const failed = unanswered === 1 ? '1 reading' : `${unanswered} readings`;
  return [
    ...(unanswered > 0 ? [`${failed} failed without an action`] : []),
    ...(missing > 0 ? [`${missing} missing`] : []),
  ].join(' · ');
}

/** Days on which the kitchen offers deliveries: for these it cooks. */
export function isOpenDay(
  date: PlainDate,
  facts: Pick<BusinessFacts, 'deliveryWindows' | 'closures'>,
): boolean {
  return windowsOn(facts, date).length > 0;
}

/** Of open days up to today. `due`: there is still time; `gaps`: it is over. */
export function missingChecks(
  checks: readonly DailyCheck[],
  lines: readonly CheckLine[],
  { days, now }: { days: readonly PlainDate[]; now: WallTime },
): { due: MissingCheck[]; gaps: MissingCheck[] } {
  const missing = days
    .filter((date) => date <= now.date)
    .flatMap((date) => {
      const ofDay = checks.filter((one) => isExpected(one, date));
      const done = lines.filter((line) => line.date === date);
      return ofDay.flatMap((check) => missingOf(check, date, { ofDay, done }));
    });
  return {
    due: missing.filter((one) => isDueAt(one, now)),
    gaps: missing.filter((one) => one.date < now.date || isOver(one, now)),
  };
}

function isExpected({ since, until }: DailyCheck, date: PlainDate): boolean {
  return since <= date && (until === null || date < until);
}

type OfDay = { ofDay: readonly DailyCheck[]; done: readonly CheckLine[] };

function missingOf(check: DailyCheck, date: PlainDate, { ofDay, done }: OfDay): MissingCheck[] {
  const { kind, place } = check;
  // A reading without a place is of the only fridge.
  const isOnlyOne = ofDay.filter((one) => one.kind === kind).length === 1;
  const theirs = done.filter(
    (line) =>
      line.kind === kind &&
      (line.place === null ? isOnlyOne : sameName(line.place) === sameName(place)),
  );
  const halves = isCleaning(kind) ? [null] : DAY_HALVES;
  return halves.flatMap((half) => {
    const ofHalf = theirs.filter((line) => half === null || halfOf(line) === half);
    if (ofHalf.some(({ pass }) => pass !== false)) return [];
    const failed = ofHalf.at(-1)?.tenths ?? null;
    return [{ date, kind, place, half, failed, ...OF_A_PLACE }];
  });
}

function sameName(place: string): string {
  return place.trim().toLowerCase();
}

function halfOf({ minuteOfDay }: WallTime): DayHalf {
  return minuteOfDay < NOON_MINUTE ? 'morning' : 'afternoon';
}

function isOver({ date, half }: MissingCheck, now: WallTime): boolean {
  return date === now.date && half === 'morning' && halfOf(now) === 'afternoon';
}

/** Before noon, nobody is asked for the afternoon. */
function isDueAt({ date, half }: MissingCheck, now: WallTime): boolean {
  return date === now.date && (half === null || half === halfOf(now));
}

const HOUR_MS = 60 * 60_000;

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
