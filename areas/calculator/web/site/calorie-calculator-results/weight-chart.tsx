import type { ProjectedWeek } from '#areas/calculator/rules/energy/weight-projection.ts';
import { inUnits, weightUnit } from './amounts.ts';
import type { Units } from '#areas/calculator/web/site/calculator-form-values.ts';
import { CHART, layOutChart, type WeightChartLayout as Layout } from './weight-curve.ts';

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
export function WeightChart({ curve, targetKg, units }: WeightChartProps) {
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
