/** What should have been checked and was not: expected less written down. Ours. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { type PlainDate, weekdayOf } from '#platform/rules/plain-date.ts';
import type { Instant, WallTime } from '#platform/rules/zoned-time.ts';
import { openChills, type Reading } from './readings.ts';
import { type CheckKind, isCleaning, type RecordKind } from './record-kinds.ts';

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

/** `half` null: once a day. */
export type MissingCheck = {
  date: PlainDate;
  kind: RecordKind;
  place: string;
  half: DayHalf | null;
};

/** A line that counts, with the kitchen's own time. A failed reading is one too. */
export type CheckLine = WallTime & { kind: RecordKind; place: string | null };

/** Days with deliveries: for these the kitchen cooks. */
export function isOpenDay(
  date: PlainDate,
  { deliveryWindows, closedDates }: Pick<BusinessFacts, 'deliveryWindows' | 'closedDates'>,
): boolean {
  const weekday = weekdayOf(date);
  return (
    deliveryWindows.some(({ weekdays }) => weekdays.includes(weekday)) &&
    !closedDates.some((closed) => closed.date === date)
  );
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
  return halves
    .filter((half) => !theirs.some((line) => half === null || halfOf(line) === half))
    .map((half) => ({ date, kind, place, half }));
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

/** Chills of which a reading is missing although its time is over: a gap, not a pass. */
export function missingChillReadings(readings: readonly Reading[], now: Instant): MissingCheck[] {
  return openChills(readings)
    .filter(({ dueAt }) => dueAt < now)
    .map(({ date, next, mealName }) => ({ date, kind: next, place: mealName, half: null }));
}

const LATE_MS = 24 * 60 * 60_000;

/** Written down so long after it happened that it is no proof any more. A correction is as late as what it corrects was. */
export function isLateLine({
  at,
  recordedAt,
  corrects,
}: Pick<Reading, 'at' | 'recordedAt' | 'corrects'>): boolean {
  return corrects === null && recordedAt - at > LATE_MS;
}
