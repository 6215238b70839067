import { Bar, BarChart, CartesianGrid, Legend, Tooltip, XAxis, YAxis } from 'recharts';

export type ChartRow = { name: string; now: number; before: number };

type CompareChartProps = {
  /** What it shows, for those who cannot see it; the table beside it has every number. */
  label: string;
  rows: readonly ChartRow[];
  names: { now: string; before: string };
  format?: (value: number) => string;
  /** Names are long: a row for each, from top to bottom. */
  isList?: boolean;
};

const TICK = { fill: 'var(--color-ink-soft)', fontSize: 14 };
const LIST_NAME_WIDTH = 150;
const LIST_ROW_PIXELS = 52;
const AXES_PIXELS = 80;
const HEIGHT = 280;
const MOST_NAME = 22;

/** Pairs of bars. Colours follow the theme; nothing moves. */
export function CompareChart(props: CompareChartProps) {
  const { label, rows, names, format = String, isList = false } = props;
  const height = isList ? rows.length * LIST_ROW_PIXELS + AXES_PIXELS : HEIGHT;
  const numbers = {
    type: 'number',
    tick: TICK,
    tickFormatter: format,
    allowDecimals: false,
  } as const;
  const words = {
    type: 'category',
    dataKey: 'name',
    tick: TICK,
    tickFormatter: shorten,
    interval: isList ? 0 : ('equidistantPreserveStart' as const),
  } as const;
  return (
    <div role="img" aria-label={label} className="min-w-0">
      <BarChart
        responsive
        data={[...rows]}
        layout={isList ? 'vertical' : 'horizontal'}
        accessibilityLayer={false}
        style={{ width: '100%', height }}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        barGap={2}
      >
        <CartesianGrid stroke="var(--color-line)" vertical={isList} horizontal={!isList} />
        {isList ? <XAxis {...numbers} /> : <XAxis {...words} />}
        {isList ? (
          <YAxis {...words} width={LIST_NAME_WIDTH} />
        ) : (
          <YAxis {...numbers} width="auto" />
        )}
        <Tooltip
          formatter={(value) => format(Number(value))}
          cursor={{ fill: 'var(--color-sunken)' }}
          contentStyle={{
            background: 'var(--color-surface)',
            border: '1px solid var(--color-line)',
            borderRadius: '0.75rem',
          }}
          itemStyle={{ color: 'var(--color-ink)' }}
          isAnimationActive={false}
        />
        <Legend itemSorter={null} formatter={(name) => <span className="text-ink">{name}</span>} />
        <Bar dataKey="now" name={names.now} fill="var(--color-primary)" isAnimationActive={false} />
        <Bar
          dataKey="before"
          name={names.before}
          fill="var(--color-control)"
          isAnimationActive={false}
        />
      </BarChart>
    </div>
  );
}

function shorten(name: string): string {
  return name.length > MOST_NAME ? `${name.slice(0, MOST_NAME - 1)}…` : name;
}
