import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { downloadDays, downloadDocuments, getFigures } from '#areas/office/calls/figures.ts';
import {
  downloadFood,
  downloadForecasts,
  getFoodFigures,
} from '#areas/office/calls/food-figures.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { call } from '#platform/web/api/client.ts';

/** `week`: any day of the first week; null: that of yesterday. */
export type FigureWeeks = { week: PlainDate | null; weeks: number };

function queryOf({ week, weeks }: FigureWeeks) {
  return { ...(week !== null && { week }), weeks };
}

/** Shows the weeks before until the chosen ones have come. */
export function figuresQuery(chosen: FigureWeeks) {
  return queryOptions({
    queryKey: ['figures', chosen],
    queryFn: ({ signal }) => call(getFigures, { query: queryOf(chosen), signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function foodFiguresQuery(chosen: FigureWeeks) {
  return queryOptions({
    queryKey: ['figures', 'food', chosen],
    queryFn: ({ signal }) => call(getFoodFigures, { query: queryOf(chosen), signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

const FILES = {
  days: downloadDays,
  documents: downloadDocuments,
  food: downloadFood,
  forecasts: downloadForecasts,
};

/** A download link of a file of these weeks. */
export function figuresFilePath(file: keyof typeof FILES, chosen: FigureWeeks): string {
  const query = Object.entries(queryOf(chosen)).map(([name, value]) => [name, String(value)]);
  return `${FILES[file].path}?${new URLSearchParams(query).toString()}`;
}
