import { useMemo } from 'react';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import type { Recommendation } from '#areas/calculator/rules/energy/recommendation.ts';
import {
  type ProjectedWeek,
  projectWeight,
} from '#areas/calculator/rules/energy/weight-projection.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { formatWeight, inUnits, weightUnit } from './amounts.ts';
import type { Units } from '#areas/calculator/web/site/calculator-form-values.ts';
import {
  weeksToShow,
  weeksEvery,
  CHART,
  layOutChart,
  type WeightChartLayout as Layout,
} from './weight-curve.ts';

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
        <p className="max-w-prose text-ink-soft">{describe(curve, units)}</p>
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

function describe(curve: readonly ProjectedWeek[], units: Units): string {
  const last = curve.at(-1);
  if (!last) return '';
  const { week, weightKg, lowKg, highKg } = last;
  return `After ${week} weeks at this many calories: about ${formatWeight(weightKg, units)}, likely between ${formatWeight(lowKg, units)} and ${formatWeight(highKg, units)}.`;
}

type WeightTableProps = { curve: readonly ProjectedWeek[]; units: Units };

function WeightTable({ curve, units }: WeightTableProps) {
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

function Grid({ layout, unit }: { layout: Layout; unit: string }) {
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
