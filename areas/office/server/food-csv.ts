/** The food figures as files. */
import type { FiguresQuery } from '#areas/office/calls/figures.ts';
import type { Context } from '#platform/server/context.ts';
import { type CsvCell, toCsv } from '#platform/server/drawing/csv.ts';
import { getFoodFigures } from '#areas/office/server/food-figures.ts';

type FigureContext = Pick<Context, 'db' | 'clock' | 'site'>;

type FigureFile = { name: string; csv: string };

/** Unknown amounts are empty cells, never 0. */
export async function foodFile(context: FigureContext, query: FiguresQuery): Promise<FigureFile> {
  const { from, to, meals, components } = await getFoodFigures(context, query);
  const header = [
    'What',
    'Name',
    'Portions or made',
    'Unit',
    'Revenue without GST',
    'Cost of one (food and packaging, no labour)',
    'Cost',
    'Margin',
    'Margin %',
    'Cancelled once cooked',
    'Not delivered',
    'Thrown away',
    'Cost of waste',
  ];
  const rows: CsvCell[][] = [
    ...meals.map((meal) => [
      'meal',
      meal.name,
      meal.portions,
      'portion',
      meal.revenue,
      meal.costOfOne,
      meal.cost,
      meal.margin,
      meal.marginTenths === null ? null : (meal.marginTenths / 10).toFixed(1),
      meal.cancelledOnceCooked,
      meal.missed,
      null,
      meal.wasteCost,
    ]),
    ...components.map(({ name, made, baseUnit, wasted, wasteCost }) => [
      'component',
      name,
      made,
      baseUnit,
      ...Array.from({ length: 7 }, () => null),
      wasted,
      wasteCost,
    ]),
  ];
  return { name: `food-${from}-to-${to}.csv`, csv: toCsv([header, ...rows]) };
}

export async function forecastsFile(
  context: FigureContext,
  query: FiguresQuery,
): Promise<FigureFile> {
  const { from, to, forecasts } = await getFoodFigures(context, query);
  const header = [
    'Week from',
    'Meal',
    'Forecast',
    'Actual',
    'Off, day by day',
    'Days without a forecast',
    'Portions on those days',
  ];
  const rows = forecasts
    .toSorted((a, b) => Number(a.week > b.week) - Number(a.week < b.week))
    .map((sum) => [
      sum.week,
      sum.name,
      sum.forecast,
      sum.actual,
      sum.off,
      sum.daysWithout,
      sum.actualWithout,
    ]);
  return { name: `forecasts-${from}-to-${to}.csv`, csv: toCsv([header, ...rows]) };
}
