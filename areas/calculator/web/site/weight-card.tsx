/** The geometry of the weight chart, in its own coordinates: weeks to the right, weight upwards. */
import type { Goal } from '#areas/menu/rules/meal-plan.ts';
import type { Recommendation } from '#areas/calculator/rules/recommendation.ts';
import {
  LONGEST_WEEKS,
  type ProjectedWeek,
  projectWeight,
} from '#areas/calculator/rules/weight-projection.ts';
import { useMemo } from 'react';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import {
  formatWeight,
  inUnits,
  weightUnit,
  type Units,
} from '#areas/calculator/web/site/calculator-form-values.ts';

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

type AxisTick = { at: number; label: string };

type WeightChartLayout = {
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

type WeightCardProps = {
  profile: CalculatorProfile;
  units: Units;
  recommendation: Recommendation;
};

/** The projected weight, as a curve with its band and as a table with the same numbers. */
export function WeightCard({ profile, units, recommendation }: WeightCardProps) {
  const { recommendedCalories } = recommendation;
  const weeks = weeksToShow(profile.goal, recommendation);
  const curve = useMemo(
    () => (weeks === null ? [] : projectWeight(profile, recommendedCalories, weeks)),
    [profile, recommendedCalories, weeks],
  );
  if (weeks === null) return null;
  return (
    <Card as="section" padding="large" aria-labelledby="weight" className="grid gap-4">
      <div className="grid gap-1">
        <h3 id="weight" className="text-xl">
          Projected weight
        </h3>
        <p className="max-w-prose text-ink-soft">{curveText(curve, units)}</p>
      </div>
      <div className="grid items-end gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,42rem)_1fr]">
        <WeightChart curve={curve} targetKg={profile.targetWeightKg} units={units} />
        <p className="text-sm text-ink-soft">
          From a model of how weight responds to food. The band is for a body that uses 5% more or
          less than the formula says; real scales also vary by a kilogram or two.
        </p>
      </div>
      <WeightTable curve={curve} units={units} />
    </Card>
  );
}

function curveText(curve: readonly ProjectedWeek[], units: Units): string {
  const last = curve.at(-1);
  if (!last) return '';
  const { week, weightKg, lowKg, highKg } = last;
  return `After ${week} weeks at this many calories: about ${formatWeight(weightKg, units)}, likely between ${formatWeight(lowKg, units)} and ${formatWeight(highKg, units)}.`;
}

function WeightTable({ curve, units }: { curve: readonly ProjectedWeek[]; units: Units }) {
  const last = curve.length - 1;
  const weeks = new Set([...weeksEvery(last), last]);
  return (
    <details className="group border-t border-line pt-2">
      <summary className="flex min-h-11 items-center justify-between gap-2 font-semibold text-primary">
        The same as a table
        <span aria-hidden="true" className="transition-transform group-open:rotate-45">
          +
        </span>
      </summary>
      <table className="w-full max-w-xl text-right tabular-nums">
        <caption className="sr-only">Projected weight by week</caption>
        <thead className="text-sm text-ink-soft">
          <tr>
            <th scope="col" className="py-2 text-left font-normal">
              Week
            </th>
            <th scope="col" className="py-2 font-normal">
              Likely
            </th>
            <th scope="col" className="py-2 font-normal">
              Between
            </th>
          </tr>
        </thead>
        <tbody>
          {curve
            .filter(({ week }) => weeks.has(week))
            .map(({ week, weightKg, lowKg, highKg }) => (
              <tr key={week} className="border-t border-line">
                <th scope="row" className="py-2 text-left font-normal">
                  {week === 0 ? 'Today' : week}
                </th>
                <td className="py-2 font-semibold">{formatWeight(weightKg, units)}</td>
                <td className="py-2">
                  {formatWeight(lowKg, units)} to {formatWeight(highKg, units)}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </details>
  );
}

type WeightChartProps = {
  curve: readonly ProjectedWeek[];
  targetKg: number | null;
  units: Units;
};

const RIGHT = CHART.width - CHART.right;
const FOOT = CHART.height - CHART.bottom;

/** In the chart's own units, which are small on a phone and large beside a table. */
const TEXT_SIZE = 'text-[1rem] sm:text-[0.7rem]';

/** The same numbers as the table beside it. */
function WeightChart({ curve, targetKg, units }: WeightChartProps) {
  const layout = layOutChart(curve, targetKg, (kg) => inUnits(kg, units));
  const { line, band, targetY } = layout;
  return (
    <svg
      viewBox={`0 0 ${CHART.width} ${CHART.height}`}
      className="w-full"
      role="img"
      aria-label="Projected weight by week. The same numbers are in the table below."
    >
      <Grid layout={layout} unit={weightUnit(units)} />
      <polygon points={band} className="fill-primary opacity-20" />
      <polyline
        points={line}
        fill="none"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-primary"
      />
      {targetY !== null && (
        <>
          <line
            x1={CHART.left}
            x2={RIGHT}
            y1={targetY}
            y2={targetY}
            strokeWidth="1.5"
            strokeDasharray="6 5"
            className="stroke-ink-soft"
          />
          <text
            x={CHART.left + 6}
            y={targetY > FOOT - 24 ? targetY - 6 : targetY + 18}
            className={`fill-ink font-semibold ${TEXT_SIZE}`}
          >
            your target
          </text>
        </>
      )}
    </svg>
  );
}

function Grid({ layout, unit }: { layout: WeightChartLayout; unit: string }) {
  return (
    <g className={`fill-ink-soft tabular-nums ${TEXT_SIZE}`}>
      {layout.weightTicks.map(({ at, label }) => (
        <g key={label}>
          <line x1={CHART.left} x2={RIGHT} y1={at} y2={at} className="stroke-line" />
          <text x={CHART.left - 6} y={at + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {layout.weekTicks.map(({ at, label }) => (
        <text key={label} x={at} y={FOOT + 18} textAnchor="middle">
          {label}
        </text>
      ))}
      <text x={(CHART.left + RIGHT) / 2} y={CHART.height - 5} textAnchor="middle">
        weeks from today, weight in {unit}
      </text>
    </g>
  );
}
