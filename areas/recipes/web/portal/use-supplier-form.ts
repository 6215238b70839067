import { useState } from 'react';
import type { SuppliersReply } from '#areas/recipes/calls/suppliers.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { useSaveSupplier } from '#areas/recipes/web/portal/suppliers-queries.ts';
import { isSignedOut } from '#platform/web/api/session.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

/** A form about suppliers: what is wrong with its fields, or why nothing was saved. */
export function useSupplierForm<Reply extends SuppliersReply>(
  send: () => Promise<Reply>,
  { saved, onSaved }: { saved: string; onSaved: (reply: Reply) => void },
) {
  const { showToast } = useToast();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const saving = useSaveSupplier(send, {
    onSaved: (reply) => {
      setErrors({});
      setFailure(null);
      showToast({ title: 'Saved', description: saved, tone: 'success' });
      onSaved(reply);
    },
    onFailed: (error) => {
      if (isSignedOut(error)) return;
      const found = fieldErrorsOf(error);
      setErrors(found);
      const isNamed = Object.keys(found).length > 0;
      setFailure(isNamed ? null : describeFailure(error));
      // A form that starts anew with what others have saved has no place to say so.
      if (!isNamed)
        showToast({ title: 'Not saved', description: describeFailure(error), tone: 'error' });
    },
  });
  return { errors, failure, isSaving: saving.isPending, save: () => saving.mutate() };
}
