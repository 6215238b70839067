import { queryOptions } from '@tanstack/react-query';
import { listSuppliers } from '#areas/recipes/calls/suppliers.ts';
import { call } from '#platform/web/api/client.ts';

/** Not refetched while someone types. */
export const suppliersQuery = queryOptions({
  queryKey: ['suppliers'],
  queryFn: ({ signal }) => call(listSuppliers, { signal }),
  staleTime: 60_000,
});
