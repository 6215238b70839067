/** What is chilling: from the last reading that was hot to 21 °C, and on to 5 °C. Food Standards Code 3.2.2, clause 7(3). */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { isHotReading, lastHot } from './cooling-curve.ts';
import { isOfSameFood, type Reading, standingReadings } from './readings.ts';
import { chillTimes, isCold } from './temperature-limits.ts';

export type Chill = {
  startId: number;
  startKey: string;
  mealId: number | null;
  batchId: number | null;
  mealName: string;
  date: PlainDate;
  window: DeliveryWindow | null;
  /** When it was last hot. Nobody measured that: when someone began to chill it. */
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
    .filter(({ kind, isNotNeeded }) => kind === 'chill_start' && !isNotNeeded)
    .flatMap((start) => chillFrom(start, standing) ?? [])
    .toSorted((a, b) => a.dueAt - b.dueAt || a.startId - b.startId);
}

/** `standing`: what counts of its food. Null: it is over. */
export function chillFrom(start: Reading, standing: readonly Reading[]): Chill | null {
  const steps = standing.filter(({ startId }) => startId === start.id);
  const at21 = steps.find(({ kind }) => kind === 'reached_21');
  const isOver =
    start.isNotNeeded ||
    steps.some(
      ({ kind, pass, isNotNeeded }) => kind === 'reached_5' || pass === false || isNotNeeded,
    ) ||
    (at21?.tenths != null && isCold(at21.tenths));
  if (isOver) return null;
  const until = at21?.at ?? Infinity;
  const hot = lastHot(
    standing
      .filter(isHotReading)
      .filter((reading) => reading.at <= until && isOfSameFood(start, reading)),
  );
  const startedAt = hot?.at ?? start.at;
  const reached21At = at21?.at ?? null;
  return {
    startId: start.id,
    startKey: start.key,
    mealId: start.mealId,
    batchId: start.batchId,
    mealName: start.mealName ?? '',
    date: start.date,
    window: start.window,
    startedAt,
    reached21At,
    next: reached21At === null ? 'reached_21' : 'reached_5',
    ...chillTimes(startedAt, reached21At),
  };
}
