import { recipeBookQuery, suppliersQuery } from '#areas/recipes/web/portal/recipe-queries.ts';
import { problemsIn } from '#platform/web/api/failure.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '#platform/web/api/use-change.ts';
import type { SuppliersReply } from '#areas/recipes/calls/suppliers.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

/**
 * A form about suppliers: what is wrong with its fields, or why nothing was saved. Each save answers with all suppliers;
 * preferred packs are in the recipe book too, for its costs.
 */
export function useSupplierForm<Reply extends SuppliersReply>(
  send: () => Promise<Reply>,
  { saved, onSaved }: { saved: string; onSaved: (reply: Reply) => void },
) {
  const client = useQueryClient();
  const { showToast } = useToast();
  const saving = useChange(send, {
    says: () => ({ title: 'Saved', description: saved, tone: 'success' }),
    onDone(reply) {
      client.setQueryData(suppliersQuery.queryKey, { suppliers: reply.suppliers });
      void client.invalidateQueries({ queryKey: recipeBookQuery.queryKey });
      onSaved(reply);
    },
    onFailure(failure) {
      void client.invalidateQueries({ queryKey: suppliersQuery.queryKey });
      // A form that starts again with what others have saved has no place to say so.
      if (failure.is !== 'fields')
        showToast({ title: 'Not saved', description: failure.message, tone: 'error' });
    },
  });
  const { failure } = saving;
  return {
    errors: problemsIn(failure),
    failure: failure?.is === 'fields' ? null : (failure?.message ?? null),
    isSaving: saving.isBusy,
    save: () => saving.run(),
  };
}
