/** The geometry of the weight chart, in its own coordinates: weeks to the right, weight upwards. */
import type { Goal } from '#areas/menu/rules/meal-plan.ts';
import type { Recommendation } from '#areas/calculator/rules/energy/recommendation.ts';
import {
  LONGEST_WEEKS,
  type ProjectedWeek,
} from '#areas/calculator/rules/energy/weight-projection.ts';

export const CHART = { width: 400, height: 240, left: 46, right: 12, top: 12, bottom: 44 };

/** People who maintain their weight do not look two years ahead. */
const WEEKS_OF_KEEPING = 26;
const WEEKS_AFTER_GOAL = 4;
const SHORTEST = 12;
const MOST_STEPS = 6;
const WEEK_STEPS = [2, 4, 8, 13, 26];
const WEIGHT_STEPS = [0.5, 1, 2, 5, 10, 20, 50, 100];

/** How far the chart looks ahead; null if there is nothing to project. */
export function weeksToShow(
  goal: Goal,
  { timelineWeeks, weeksRange, noSafeDeficit }: Recommendation,
): number | null {
  if (noSafeDeficit) return null;
  if (goal === 'maintain') return WEEKS_OF_KEEPING;
  if (timelineWeeks === null) return LONGEST_WEEKS;
  const furthest = (weeksRange?.[1] ?? LONGEST_WEEKS) + WEEKS_AFTER_GOAL;
  return Math.min(LONGEST_WEEKS, Math.max(SHORTEST, furthest));
}

export type AxisTick = { at: number; label: string };

export type WeightChartLayout = {
  /** `points` of a polyline and a polygon. */
  line: string;
  band: string;
  /** Null without a target. */
  targetY: number | null;
  weekTicks: AxisTick[];
  weightTicks: AxisTick[];
};

/** `toUnit`: from kg to the unit of the axis. */
export function layOutChart(
  curve: readonly ProjectedWeek[],
  targetKg: number | null,
  toUnit: (kg: number) => number,
): WeightChartLayout {
  const shown = [
    ...curve.flatMap(({ lowKg, highKg }) => [lowKg, highKg]),
    ...(targetKg === null ? [] : [targetKg]),
  ].map(toUnit);
  const weightTicks = ticksBetween(Math.min(...shown), Math.max(...shown));
  const lowest = weightTicks[0] ?? 0;
  const highest = weightTicks.at(-1) ?? 1;
  const lastWeek = Math.max(1, curve.length - 1);
  const x = (week: number) =>
    round(CHART.left + (week / lastWeek) * (CHART.width - CHART.left - CHART.right));
  const yOf = (weight: number) => {
    const share = (weight - lowest) / (highest - lowest);
    return round(CHART.height - CHART.bottom - share * (CHART.height - CHART.top - CHART.bottom));
  };
  const y = (kg: number) => yOf(toUnit(kg));
  const low = curve.map(({ week, lowKg }) => `${x(week)},${y(lowKg)}`);
  const high = curve.map(({ week, highKg }) => `${x(week)},${y(highKg)}`);
  return {
    line: curve.map(({ week, weightKg }) => `${x(week)},${y(weightKg)}`).join(' '),
    band: [...high, ...low.toReversed()].join(' '),
    targetY: targetKg === null ? null : y(targetKg),
    weekTicks: weeksEvery(lastWeek).map((week) => ({ at: x(week), label: String(week) })),
    weightTicks: weightTicks.map((weight) => ({ at: yOf(weight), label: String(weight) })),
  };
}

/** Today, the last week, and a few evenly spaced between. */
export function weeksEvery(lastWeek: number): number[] {
  const step = WEEK_STEPS.find((weeks) => lastWeek / weeks <= MOST_STEPS) ?? 26;
  return Array.from({ length: Math.floor(lastWeek / step) + 1 }, (_, index) => index * step);
}

/** Round numbers from just below `least` to just above `most`; at least two. */
function ticksBetween(least: number, most: number): number[] {
  const step = WEIGHT_STEPS.find((size) => (most - least) / size <= MOST_STEPS - 1) ?? 200;
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function round(coordinate: number): number {
  return Math.round(coordinate * 10) / 10;
}
