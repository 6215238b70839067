import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FirstHourReply } from '#areas/office/calls/first-hour.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { firstHourQuery } from '#areas/office/web/portal/first-hour-queries.ts';

/** Every change answers with the whole checklist as it is then. */
export function useFirstHourChange<Sent = void>(send: (sent: Sent) => Promise<FirstHourReply>) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: send,
    onSuccess: async (firstHour) => {
      // A reply that is under way knows less.
      await client.cancelQueries({ queryKey: firstHourQuery.queryKey });
      client.setQueryData(firstHourQuery.queryKey, firstHour);
    },
  });
  const { mutate, isPending, isSuccess, error } = change;
  return { mutate, isPending, isSuccess, error, refusal: error && describeFailure(error) };
}
