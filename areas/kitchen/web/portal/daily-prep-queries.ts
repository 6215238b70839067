import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  getDailyPrep,
  listIngredients,
  listPackedBags,
  listSpecialBags,
  tickOff,
} from '#areas/kitchen/calls/daily-prep.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { call } from '#platform/web/api/client.ts';

/** Prefix of the keys of everything fetched of any day. */
export const DAILY_PREP_KEY = ['daily-prep'];

/** Of these, the totals: all that a tick changes. */
export const PREP_TOTALS_KEY = [...DAILY_PREP_KEY, 'totals'];

/** How much to cook and pack on a day; null: the next day with deliveries. Refetched whenever it is shown. */
export function dailyPrepQuery(date: PlainDate | null) {
  return queryOptions({
    queryKey: [...PREP_TOTALS_KEY, date],
    queryFn: ({ signal }) => call(getDailyPrep, { query: date === null ? {} : { date }, signal }),
    staleTime: 0,
  });
}

/** The bags that must be read before anything is cooked. */
export function specialBagsQuery(date: PlainDate) {
  return queryOptions({
    queryKey: [...DAILY_PREP_KEY, 'specials', date],
    queryFn: ({ signal }) => call(listSpecialBags, { query: { date }, signal }),
    staleTime: 0,
  });
}

export function packedBagsQuery(date: PlainDate) {
  return queryOptions({
    queryKey: [...DAILY_PREP_KEY, 'bags', date],
    queryFn: ({ signal }) => call(listPackedBags, { query: { date }, signal }),
    staleTime: 0,
  });
}

export function ingredientsQuery(date: PlainDate) {
  return queryOptions({
    queryKey: [...DAILY_PREP_KEY, 'ingredients', date],
    queryFn: ({ signal }) => call(listIngredients, { query: { date }, signal }),
    staleTime: 0,
  });
}

export function sendTick(body: z.input<typeof tickOff.body>) {
  return call(tickOff, { body });
}
