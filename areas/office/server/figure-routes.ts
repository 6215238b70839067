import { compareText } from '#platform/rules/compare-text.ts';
import type { FastifyInstance } from 'fastify';
import {
  downloadDays,
  downloadDocuments,
  getFigures as getFiguresCall,
  type FiguresQuery,
} from '#areas/office/calls/figures.ts';
import {
  downloadFood,
  downloadForecasts,
  getFoodFigures as getFoodFiguresCall,
} from '#areas/office/calls/food-figures.ts';
import type { Context } from '#platform/server/context.ts';
import { sendCsv, type CsvCell, toCsv } from '#platform/server/drawing/csv.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { daysFile, documentsFile } from '#areas/office/server/accountant-csv.ts';
import { getFigures } from '#areas/office/server/figures.ts';
import { getFoodFigures } from '#areas/office/server/food-figures.ts';

export function registerFigureRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getFiguresCall, ({ query }) => getFigures(context, query));

  staffRoute(app, downloadDays, async ({ query, reply }) => {
    const { name, csv } = await daysFile(context, query);
    return sendCsv(reply, name, csv);
  });

  staffRoute(app, downloadDocuments, async ({ query, reply }) => {
    const { name, csv } = await documentsFile(context, query);
    return sendCsv(reply, name, csv);
  });

  staffRoute(app, getFoodFiguresCall, ({ query }) => getFoodFigures(context, query));

  staffRoute(app, downloadFood, async ({ query, reply }) => {
    const { name, csv } = await foodFile(context, query);
    return sendCsv(reply, name, csv);
  });

  staffRoute(app, downloadForecasts, async ({ query, reply }) => {
    const { name, csv } = await forecastsFile(context, query);
    return sendCsv(reply, name, csv);
  });
}

/** The food figures as files. */
type FigureContext = Pick<Context, 'db' | 'clock' | 'site'>;

type FigureFile = { name: string; csv: string };

/** Unknown amounts are empty cells, never 0. */
async function foodFile(context: FigureContext, query: FiguresQuery): Promise<FigureFile> {
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

async function forecastsFile(context: FigureContext, query: FiguresQuery): Promise<FigureFile> {
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
    .toSorted((a, b) => compareText(a.week, b.week))
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
