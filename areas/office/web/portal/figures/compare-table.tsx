import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { type ReactNode, useState, type ComponentProps, lazy, Suspense } from 'react';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { CompareChart } from '#areas/office/web/portal/figures/compare-chart.tsx';
import type { FiguresReply, MealFood } from '#areas/office/calls/figures.ts';
import {
  formatDate,
  formatDayAndMonth,
  type PlainDate,
  weekdayName,
} from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { addForecasts, type ForecastSum } from '#areas/office/rules/figure-periods.ts';

type CompareTableProps<Row> = {
  caption: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  header: string;
  name: (row: Row) => ReactNode;
  names: BothSides<string>;
  value: (row: Row, side: 'now' | 'before') => ReactNode;
};

export function CompareTable<Row>(props: CompareTableProps<Row>) {
  const { header, name, names, value, ...table } = props;
  const columns: Column<Row>[] = [
    { name: 'name', header, cell: name },
    { name: 'now', header: names.now, align: 'end', cell: (row) => onOneLine(value(row, 'now')) },
    {
      name: 'before',
      header: names.before,
      align: 'end',
      cell: (row) => onOneLine(value(row, 'before')),
    },
  ];
  return <ShortTable {...table} columns={columns} />;
}

function onOneLine(figure: ReactNode) {
  return <span className="md:whitespace-nowrap">{figure}</span>;
}

type ShortTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
};

/** More are shown on request: a menu has dozens of meals, and a year 52 weeks. */
const ROWS_SHOWN = 7;

export function ShortTable<Row>({ caption, columns, rows, keyOf }: ShortTableProps<Row>) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <div className="grid justify-items-start gap-3">
      <DataTable
        caption={caption}
        columns={columns}
        rows={showsAll ? rows : rows.slice(0, ROWS_SHOWN)}
        keyOf={keyOf}
      />
      {rows.length > ROWS_SHOWN && (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? `Show ${ROWS_SHOWN}` : `Show all ${rows.length}`}
        </Button>
      )}
    </div>
  );
}

/** The library of charts comes after the numbers. */
const Chart = lazy(async () => ({ default: (await import('./compare-chart.tsx')).CompareChart }));

type FigurePartProps = {
  title: string;
  /** What counts, in a sentence. */
  about: string;
  chart?: ComponentProps<typeof CompareChart> | false;
  /** There is nothing in these weeks: said in place of everything else. */
  empty?: string | false;
  children: ReactNode;
};

/** One subject: its chart, and every number of it in a table. */
export function FigurePart({ title, about, chart, empty, children }: FigurePartProps) {
  return (
    <Card as="section" aria-label={title} className="grid min-w-0 content-start gap-4">
      <div className="grid gap-1">
        <h3 className="text-lg">{title}</h3>
        <p className="text-sm text-ink-soft">{about}</p>
      </div>
      {chart && !empty && (
        <Suspense fallback={<div className="h-70" />}>
          <Chart {...chart} />
        </Suspense>
      )}
      {empty ? <EmptyState title={empty} /> : children}
    </Card>
  );
}

export type BothSides<Value = number> = { now: Value; before: Value };

export function describeDays({ from, to }: { from: PlainDate; to: PlainDate }): string {
  return from === to ? formatDate(from) : `${formatDayAndMonth(from)} to ${formatDate(to)}`;
}

/** What both columns and bars are called. */
export function describeSides({ weeks, isSoFar }: Pick<FiguresReply, 'weeks' | 'isSoFar'>) {
  const now = weeks === 1 ? 'This week' : `These ${weeks} weeks`;
  const before = weeks === 1 ? 'Week before' : `${weeks} weeks before`;
  return { now: isSoFar ? `${now} so far` : now, before };
}

/** "+25%", "−3%", "no change"; null: nothing to compare with. */
export function describeChange({ now, before }: BothSides): string | null {
  if (now === before) return 'no change';
  if (before === 0) return null;
  const percent = Math.round(((now - before) / Math.abs(before)) * 100);
  if (percent === 0) return 'about the same';
  return percent > 0 ? `+${percent}%` : `−${Math.abs(percent)}%`;
}

/** For the lengths of bars only; what people read is the text of the server. */
export function barsOf({ now, before }: BothSides<string>): BothSides {
  return { now: Number(now), before: Number(before) };
}

export function describeWindow(
  props: Pick<FiguresReply['windows'][number], 'weekday' | 'window'>,
): string {
  const { weekday, window } = props;
  return `${weekdayName(weekday).slice(0, 3)} ${windowLabel(window)}`;
}

/** "12 of 20 (60%)"; without places, "Closed". */
export function describeFilled(booked: number, capacity: number): string {
  if (capacity === 0) return booked === 0 ? 'Closed' : `${booked} of 0`;
  return `${booked} of ${capacity} (${Math.round((booked / capacity) * 100)}%)`;
}

export type MealFigure = FiguresReply['meals'][number];

const SHOWN_AT_EACH_END = 5;

/** The most and the least chosen, or all when there are few; the list has the most chosen first. */
export function bestAndWorst(meals: readonly MealFigure[]): readonly MealFigure[] {
  if (meals.length <= SHOWN_AT_EACH_END * 2) return meals;
  return [...meals.slice(0, SHOWN_AT_EACH_END), ...meals.slice(-SHOWN_AT_EACH_END)];
}

/** "$4.37"; what is not known is never $0.00. */
export function dollarsIfKnown(amount: string | null): string {
  return amount === null ? 'Not known' : amountInDollars(amount);
}

/** "62.5%". */
export function tenthsText(tenths: number | null): string {
  return tenths === null ? 'Not known' : `${(tenths / 10).toFixed(1)}%`;
}

/** Why the cost of a meal is not known; null: it is. */
export function whyUnknown({ costOfOne, hasRecipe, unpriced }: MealFood): string | null {
  if (costOfOne !== null) return null;
  if (!hasRecipe) return 'No recipe';
  return `No price: ${unpriced.join(', ')}`;
}

/** "4 too many", "3 too few", "as many". */
export function forecastDifferenceText({ forecast, actual }: ForecastSum): string {
  if (forecast === actual) return 'as many';
  return forecast > actual ? `${forecast - actual} too many` : `${actual - forecast} too few`;
}

type Summed = ForecastSum & { key: string };

export function sumBy<Row extends ForecastSum>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Summed[] {
  return [...Map.groupBy(rows, keyOf)].map(([key, group]) => ({ key, ...addForecasts(group) }));
}
