import { queryOptions } from '@tanstack/react-query';
import { getSystem } from '#areas/office/calls/system.ts';
import { call } from '#platform/web/api/client.ts';

const EVERY_MINUTE_MS = 60_000;

/** Polled while shown: alarms come and go. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => call(getSystem, { signal }),
  staleTime: 0,
  refetchInterval: EVERY_MINUTE_MS,
});
