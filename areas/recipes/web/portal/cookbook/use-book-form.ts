import { useState } from 'react';
import type {
  AllergensDifferReply,
  RecipeBookReply,
  Settlement,
} from '#areas/recipes/calls/recipe-book.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import {
  readAllergensDiffer,
  useSaveInBook,
} from '#areas/recipes/web/portal/recipe-book-queries.ts';
import { isSignedOut } from '#platform/web/api/session.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

type BookFormOptions = {
  saved: string;
  onSaved: () => void;
  /** What cannot be sent at all, by field. */
  check?: () => FieldErrors;
};

/** A form whose save can stop at what meals declare. `send` gets what was settled. */
export function useBookForm(
  send: (settle: Settlement[]) => Promise<RecipeBookReply>,
  { saved, onSaved, check = () => ({}) }: BookFormOptions,
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
      // What was settled stays in the form while it is put right.
      const isOfSettling = Object.keys(found).some((field) => field.startsWith('settle.'));
      setDiffer((before) => stopped ?? (isOfSettling ? before : null));
      const isNamed = stopped !== null || Object.keys(found).length > 0;
      setFailure(isNamed ? null : describeFailure(error));
    },
  });
  return {
    errors,
    failure,
    differ,
    isSaving: saving.isPending,
    save: () => {
      const problems = check();
      setErrors(problems);
      setFailure(null);
      if (Object.keys(problems).length === 0) saving.mutate([]);
    },
    settle: (settled: Settlement[]) => saving.mutate(settled),
    cancel: () => setDiffer(null),
  };
}
