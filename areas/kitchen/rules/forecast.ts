/** How many portions of a meal a delivery date will probably need, from the same weekday of past weeks. Ours. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { half } from '#areas/menu/rules/rounding.ts';

export type PastDay = {
  date: PlainDate;
  portions: number;
  /** Whether the meal was on sale; then 0 portions count. */
  offered: boolean;
  /** Then its portions only say "at least". */
  soldOut: boolean;
};

export type Forecast = {
  days: number;
  /** Days left out because something unusual was ordered, by portions. */
  leftOut: PastDay[];
  mean: number;
  low: number;
  high: number;
  /** What to plan with: never less than is ordered, never more than may be sold. */
  plan: number;
  planLow: number;
  planHigh: number;
};

/** How far back days count at all. */
export const FORECAST_WEEKS = 26;
/** The mean is of so many days at most. */
export const NEWEST_DAYS = 8;
const FEWEST_DAYS = 4;
/** Differences of up to three portions are never unusual. */
const USUAL_PORTIONS = 3;
/** Three standard deviations of a normal distribution, from its median absolute deviation: 3 x 1.4826. */
const UNUSUAL_DEVIATIONS = 4.4478;

/** `limit`: the most that may be sold; null: no limit. Fewer than four usable days make no forecast. */
export function forecast(
  history: readonly PastDay[],
  ordered: number,
  limit: number | null,
): Forecast | { reason: 'too_few'; days: number } {
  const usable = history
    .filter(({ offered, soldOut }) => offered && !soldOut)
    .toSorted((a, b) => (a.date < b.date ? 1 : -1))
    .slice(0, NEWEST_DAYS);
  if (usable.length < FEWEST_DAYS) return { reason: 'too_few', days: usable.length };
  const { kept, leftOut } = withoutUnusual(usable);
  const portions = kept.map((day) => day.portions);
  const mean = half(portions.reduce((total, count) => total + count, 0) / portions.length);
  const [low, high] = [Math.min(...portions), Math.max(...portions)];
  const planned = (count: number) => Math.max(ordered, Math.min(count, limit ?? count));
  return {
    days: kept.length,
    leftOut,
    mean,
    low,
    high,
    plan: planned(mean),
    planLow: planned(low),
    planHigh: planned(high),
  };
}

function withoutUnusual(days: readonly PastDay[]): {
  kept: readonly PastDay[];
  leftOut: PastDay[];
} {
  const middle = median(days.map(({ portions }) => portions));
  const deviation = median(days.map(({ portions }) => Math.abs(portions - middle)));
  const most = Math.max(USUAL_PORTIONS, UNUSUAL_DEVIATIONS * deviation);
  const isUnusual = ({ portions }: PastDay) => Math.abs(portions - middle) > most;
  const kept = days.filter((day) => !isUnusual(day));
  if (kept.length < FEWEST_DAYS) return { kept: days, leftOut: [] };
  return { kept, leftOut: days.filter(isUnusual).toSorted((a, b) => a.portions - b.portions) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  return (lower + upper) / 2;
}
