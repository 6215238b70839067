import { useQueryClient } from '@tanstack/react-query';
import type { FirstHourReply } from '#areas/office/calls/first-hour.ts';
import { firstHourQuery } from '#areas/office/web/portal/first-hour-queries.ts';
import { useChange } from '#platform/web/api/use-change.ts';

/** Every change answers with the whole checklist as it is then. */
export function useFirstHourChange<Sent = void>(send: (sent: Sent) => Promise<FirstHourReply>) {
  const client = useQueryClient();
  return useChange(async (sent: Sent) => {
    const firstHour = await send(sent);
    // A reply that is under way knows less.
    await client.cancelQueries({ queryKey: firstHourQuery.queryKey });
    client.setQueryData(firstHourQuery.queryKey, firstHour);
  });
}
