import { compareText } from '#platform/rules/compare-text.ts';
import type { FoodFiguresReply, MealFood } from '#areas/office/calls/figures.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import type { Column } from '#platform/web/ui/layout/data-table.tsx';
import {
  forecastDifferenceText,
  dollarsIfKnown,
  sumBy,
  tenthsText,
  whyUnknown,
  FigurePart,
  ShortTable,
} from './compare-table.tsx';

export type PartProps = { food: FoodFiguresReply };

export function MarginPart({ food: { meals, includesGst } }: PartProps) {
  const sold = meals.filter(({ portions }) => portions > 0);
  const columns: Column<MealFood>[] = [
    { name: 'meal', header: 'Meal', cell: (meal) => <MealName meal={meal} /> },
    { name: 'portions', header: 'Portions', align: 'end', cell: ({ portions }) => portions },
    {
      name: 'revenue',
      header: 'Charged',
      align: 'end',
      cell: ({ revenue }) => amountInDollars(revenue),
    },
    {
      name: 'cost',
      header: 'Cost of one',
      align: 'end',
      cell: ({ costOfOne }) => dollarsIfKnown(costOfOne),
    },
    {
      name: 'margin',
      header: 'Margin',
      align: 'end',
      cell: ({ margin }) => dollarsIfKnown(margin),
    },
    {
      name: 'share',
      header: 'Of charged',
      align: 'end',
      cell: ({ margin, marginTenths }) => (margin === null ? '–' : tenthsText(marginTenths)),
    },
  ];
  return (
    <FigurePart
      title="Margin by meal"
      about={`What was charged for portions delivered in these days${includesGst ? ', without GST' : ''}, less food and packaging. Labour is not in it.`}
      empty={sold.length === 0 && 'No deliveries in these weeks'}
    >
      <ShortTable
        caption="Margin by meal, most portions first"
        columns={columns}
        rows={sold}
        keyOf={({ mealId }) => mealId}
      />
    </FigurePart>
  );
}

function MealName({ meal }: { meal: MealFood }) {
  const why = whyUnknown(meal);
  return (
    <>
      {meal.name}
      {why !== null && <span className="block text-sm text-ink-soft">{why}</span>}
    </>
  );
}

type ForecastRow = ReturnType<typeof sumBy>[number];

export function ForecastPart({ food: { forecasts, weeks } }: PartProps) {
  const byMeal = sumBy(forecasts, ({ name }) => name).toSorted(
    (a, b) => b.off - a.off || b.actual - a.actual || b.actualWithout - a.actualWithout,
  );
  const byWeek = sumBy(forecasts, ({ week }) => week).toSorted((a, b) => compareText(a.key, b.key));
  return (
    <FigurePart
      title="Forecast against actual"
      about="What the forecast would have said at each cut-off, from the weeks before alone, and what went out. “Off” adds up each day’s difference."
      empty={
        byMeal.every(({ forecast, actual }) => forecast + actual === 0) &&
        'No forecasts for these weeks: each takes four of the same weekday before it'
      }
    >
      <ShortTable
        caption="Forecast against actual by meal, furthest off first"
        columns={forecastColumns('Meal', (row) => row.key)}
        rows={byMeal}
        keyOf={({ key }) => key}
      />
      {weeks > 1 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-primary underline">
            Week by week
          </summary>
          <ShortTable
            caption="Forecast against actual by week"
            columns={forecastColumns('Week from', (row) => formatDayAndMonth(row.key))}
            rows={byWeek}
            keyOf={({ key }) => key}
          />
        </details>
      )}
    </FigurePart>
  );
}

function forecastColumns(
  header: string,
  name: (row: ForecastRow) => string,
): Column<ForecastRow>[] {
  return [
    {
      name: 'name',
      header,
      cell: (row) => (
        <>
          {name(row)}
          {row.daysWithout > 0 && (
            <span className="block text-sm text-ink-soft">
              {row.daysWithout} {row.daysWithout === 1 ? 'day' : 'days'} without a forecast:{' '}
              {row.actualWithout} sold
            </span>
          )}
        </>
      ),
    },
    { name: 'forecast', header: 'Forecast', align: 'end', cell: ifAny((row) => row.forecast) },
    { name: 'actual', header: 'Actual', align: 'end', cell: ifAny((row) => row.actual) },
    { name: 'difference', header: 'In all', align: 'end', cell: ifAny(forecastDifferenceText) },
    { name: 'off', header: 'Off', align: 'end', cell: ifAny((row) => row.off) },
  ];
}

/** Without a single forecast there is nothing to compare: not 0. */
function ifAny(figure: (row: ForecastRow) => string | number) {
  return (row: ForecastRow) => (
    <span className="whitespace-nowrap">{row.forecast + row.actual === 0 ? '–' : figure(row)}</span>
  );
}
