/** What is chilling: from the last reading that was hot to 21 °C, and on to 5 °C. Food Standards Code 3.2.2, clause 7(3). */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { isOfSameFood, type Reading, standingReadings } from '#areas/kitchen/rules/readings.ts';
import { chillTimes, isCold, limitOf, passes, type Tenths } from './temperature-limits.ts';
import type { RecordKind } from '#areas/kitchen/rules/record-kinds.ts';

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

// Whether a series of readings shows that food was cooled in time. Food Standards Code 3.2.2, clause 7(3).

export type CurveReading = { at: Instant; tenths: Tenths };

/** `why`: the temperature, in °C, that was reached too late, or for which a reading is missing. */
type CoolingVerdict = { verdict: 'pass' } | { verdict: 'fail' | 'gap'; why: 60 | 21 | 5 };

const NO_FACTS = { coreCelsius: null, isHot: false };
const HOT = limitOf('hot_hold', NO_FACTS);
const STEPS = [
  { celsius: 21, limit: limitOf('reached_21', NO_FACTS) },
  { celsius: 5, limit: limitOf('reached_5', NO_FACTS) },
] as const;

/** For a kind that says how hot food is before it is chilled. */
export function isHotReading<T extends { kind: RecordKind; tenths: Tenths | null }>(
  reading: T,
): reading is T & { tenths: Tenths } {
  return (reading.kind === 'core' || reading.kind === 'hot_hold') && reading.tenths !== null;
}

/** The clock starts at the last reading that is still hot: 60 °C or more. */
export function lastHot(readings: readonly CurveReading[]): CurveReading | undefined {
  return readings
    .toSorted((a, b) => a.at - b.at)
    .findLast((reading) => passes({ ...reading, since: null }, HOT));
}

/** A missing reading is a gap, not a pass. */
export function cooling(readings: readonly CurveReading[]): CoolingVerdict {
  const inOrder = readings.toSorted((a, b) => a.at - b.at);
  const start = lastHot(inOrder);
  if (!start) return { verdict: 'gap', why: 60 };
  let since = start.at;
  for (const { celsius, limit } of STEPS) {
    const later = inOrder.filter(({ at }) => at >= since);
    const reached = later.find(({ tenths }) => tenths <= (limit.most ?? tenths));
    const last = reached ?? later.at(-1) ?? start;
    const isInTime = passes({ ...last, tenths: limit.most ?? last.tenths, since }, limit);
    if (!isInTime) return { verdict: 'fail', why: celsius };
    if (!reached) return { verdict: 'gap', why: celsius };
    since = reached.at;
  }
  return { verdict: 'pass' };
}
