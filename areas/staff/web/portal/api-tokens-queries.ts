import { queryOptions } from '@tanstack/react-query';
import { listApiTokens } from '#areas/staff/calls/api-tokens.ts';
import { call } from '#platform/web/api/client.ts';

/** Refetched whenever it is shown: the day of the last use changes without our doing. */
export const apiTokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: ({ signal }) => call(listApiTokens, { signal }),
  staleTime: 0,
});
