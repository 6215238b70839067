import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { listWebhookLog, listWebhooks } from '#areas/staff/calls/webhooks.ts';
import { call } from '#platform/web/api/client.ts';

/** Refetched whenever it is shown: the server switches off what fails. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => call(listWebhooks, { signal }),
  staleTime: 0,
});

export function webhookLogQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['webhooks', 'log', id],
    queryFn: ({ pageParam, signal }) =>
      call(listWebhookLog, {
        params: { id },
        query: pageParam === null ? {} : { cursor: String(pageParam) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
}
