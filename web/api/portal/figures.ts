import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { downloadDays, downloadOrders, getFigures } from '#contract/operation/figures.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { call } from '../client.ts';

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

/** A download link of the accountant's files. */
export function figuresFilePath(file: 'days' | 'orders', chosen: FigureWeeks): string {
  const { path } = file === 'days' ? downloadDays : downloadOrders;
  const query = Object.entries(queryOf(chosen)).map(([name, value]) => [name, String(value)]);
  return `${path}?${new URLSearchParams(query).toString()}`;
}
