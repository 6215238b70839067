/** Whether a series of readings shows that food was cooled in time. Food Standards Code 3.2.2, clause 7(3). */
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { RecordKind } from './record-kinds.ts';
import { limitOf, passes, type Tenths } from './temperature-limits.ts';

export type CurveReading = { at: Instant; tenths: Tenths };

/** `why`: the temperature, in °C, that was reached too late, or for which a reading is missing. */
export type CoolingVerdict = { verdict: 'pass' } | { verdict: 'fail' | 'gap'; why: 60 | 21 | 5 };

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
