import { queryOptions, useQuery } from '@tanstack/react-query';
import { getToday, seeFlag } from '#areas/office/calls/today.ts';
import { TODAY_KEY } from '#areas/order-book/web/today-key.ts';
import { call } from '#platform/web/api/client.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { TODAY_LIST_FACTS } from './describe-today.ts';

const EVERY_MINUTE_MS = 60_000;

/** Asked again by the clock too: a delivery becomes late without anyone doing anything. */
export const todayQuery = queryOptions({
  queryKey: TODAY_KEY,
  queryFn: ({ signal }) => call(getToday, { signal }),
  staleTime: 0,
  refetchInterval: EVERY_MINUTE_MS,
});

/** Someone has looked at this delivery's report, as it was at that version. */
export function sendFlagSeen({ id, version }: { id: number; version: number }): Promise<void> {
  return call(seeFlag, { params: { id: String(id) }, body: { version } });
}

/** How much needs a hand, by the page of the portal that says so. */
export function useTodayCounts(): { today?: number } {
  const { data } = useQuery({ ...todayQuery, enabled: useMayDo('seeDeliveries') });
  const urgent = data?.lists.filter(({ kind }) => TODAY_LIST_FACTS[kind].urgency === 'bad') ?? [];
  return { today: urgent.reduce((sum, { count }) => sum + count, 0) };
}
