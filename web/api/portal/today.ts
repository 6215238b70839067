import { queryOptions } from '@tanstack/react-query';
import { getToday } from '#contract/operation/today.ts';
import { call } from '../client.ts';

const EVERY_MINUTE_MS = 60_000;

/** Asked again by the clock too: a delivery becomes late without anyone doing anything. */
export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => call(getToday, { signal }),
  staleTime: 0,
  refetchInterval: EVERY_MINUTE_MS,
});
