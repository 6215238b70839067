import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listSuppliers, type SuppliersReply } from '#areas/recipes/calls/suppliers.ts';
import { call } from '#platform/web/api/client.ts';
import { recipeBookQuery } from './recipe-book-queries.ts';

/** Not refetched while someone types. */
export const suppliersQuery = queryOptions({
  queryKey: ['suppliers'],
  queryFn: ({ signal }) => call(listSuppliers, { signal }),
  staleTime: 60_000,
});

/** Each save answers with all suppliers. Preferred packs are in the recipe book too, for its costs. */
export function useSaveSupplier<Reply extends SuppliersReply>(
  send: () => Promise<Reply>,
  { onSaved, onFailed }: { onSaved: (reply: Reply) => void; onFailed: (error: unknown) => void },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (reply) => {
      client.setQueryData(suppliersQuery.queryKey, { suppliers: reply.suppliers });
      onSaved(reply);
      return client.invalidateQueries({ queryKey: recipeBookQuery.queryKey });
    },
    onError: (error) => {
      onFailed(error);
      return client.invalidateQueries({ queryKey: suppliersQuery.queryKey });
    },
  });
}
