import { useState } from 'react';
import type {
  AllergensDifferReply,
  RecipeBookReply,
  Settlement,
} from '#contract/recipes/recipe-book.ts';
import { describeFailure } from '#web/api/api-error.ts';
import { type FieldErrors, fieldErrorsOf } from '#web/api/field-errors.ts';
import { readAllergensDiffer, useSaveInBook } from '#web/api/portal/kitchen/recipe-book.ts';
import { isSignedOut } from '#web/api/session.ts';
import { useToast } from '#web/ui/feedback/toast.tsx';

/** A form whose save can stop at what meals declare. `send` gets what was settled. */
export function useBookForm(
  send: (settle: Settlement[]) => Promise<RecipeBookReply>,
  { saved, onSaved }: { saved: string; onSaved: () => void },
) {
  const { showToast } = useToast();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [differ, setDiffer] = useState<AllergensDifferReply | null>(null);
  const saving = useSaveInBook(send, {
    onSaved: () => {
      setErrors({});
      setFailure(null);
      setDiffer(null);
      showToast({ title: 'Recipe Saved', description: saved, tone: 'success' });
      onSaved();
    },
    onFailed: (error) => {
      if (isSignedOut(error)) return;
      const found = fieldErrorsOf(error);
      const stopped = readAllergensDiffer(error);
      setErrors(found);
      setDiffer(stopped);
      const isNamed = stopped !== null || Object.keys(found).length > 0;
      setFailure(isNamed ? null : describeFailure(error));
    },
  });
  return {
    errors,
    failure,
    differ,
    isSaving: saving.isPending,
    save: () => saving.mutate([]),
    settle: () =>
      saving.mutate((differ?.meals ?? []).map(({ mealId, allergens }) => ({ mealId, allergens }))),
    cancel: () => setDiffer(null),
  };
}
