import { queryOptions } from '@tanstack/react-query';
import { getDailyPrep } from '#contract/daily-prep.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { call } from './client.ts';

/** What to cook and pack on a day; null is the next day with deliveries. Asked for anew whenever it is shown. */
export function dailyPrepQuery(date: PlainDate | null) {
  return queryOptions({
    queryKey: ['daily-prep', date],
    queryFn: ({ signal }) => call(getDailyPrep, { query: date === null ? {} : { date }, signal }),
    staleTime: 0,
  });
}
