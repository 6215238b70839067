import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { getDailyPrep, tickOff } from '#contract/daily-prep.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { call } from '../client.ts';

/** Prefix of the keys of all fetched days. */
export const DAILY_PREP_KEY = ['daily-prep'];

/** What to cook and pack on a day; null: the next day with deliveries. Refetched whenever it is shown. */
export function dailyPrepQuery(date: PlainDate | null) {
  return queryOptions({
    queryKey: [...DAILY_PREP_KEY, date],
    queryFn: ({ signal }) => call(getDailyPrep, { query: date === null ? {} : { date }, signal }),
    staleTime: 0,
  });
}

export function sendTick(body: z.input<typeof tickOff.body>) {
  return call(tickOff, { body });
}
