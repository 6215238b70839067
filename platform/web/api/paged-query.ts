import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

/** A list that comes a page at a time, each with what asks for the next. Refetched whenever it is shown. */
export function pagedQuery<Page extends { nextCursor: number | null }>(
  queryKey: QueryKey,
  load: (page: { cursor?: string }, signal: AbortSignal) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      load(pageParam === null ? {} : { cursor: String(pageParam) }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
}
