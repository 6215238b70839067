import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchPortal, SHORTEST_QUERY } from '#areas/office/calls/search.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';

const MOST_WAITS = 5;

/** What the server finds. Whoever types faster than it allows waits as long as it says, and is asked no more. */
export function searchQuery(q: string) {
  return queryOptions({
    queryKey: ['admin-search', q],
    queryFn: ({ signal }) => call(searchPortal, { body: { q }, signal }),
    enabled: [...q].length >= SHORTEST_QUERY,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: (waits, error) => waits < MOST_WAITS && isTooMany(error),
    retryDelay: (_waits, error) =>
      1000 * ((error instanceof ApiError ? error.retryAfterSeconds : null) ?? 1),
  });
}

function isTooMany(error: Error): boolean {
  return error instanceof ApiError && error.status === 429;
}
