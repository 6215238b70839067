import { useState, useRef } from 'react';
import type {
  AllergensDifferReply,
  RecipeBookReply,
  Settlement,
} from '#areas/recipes/calls/recipe-book.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import {
  readAllergensDiffer,
  readUnlikely,
  useSaveInBook,
} from '#areas/recipes/web/portal/recipe-queries.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { useLeaveGuard } from '#platform/web/navigation/use-leave-guard.ts';

type BookFormOptions = {
  saved: string;
  onSaved: () => void;
  /** What cannot be sent at all, by field. */
  check?: () => FieldErrors;
};

/**
 * A form whose save can stop at what meals declare, or at figures that seem unlikely. `send` gets what was settled, and
 * whether someone has looked at those figures.
 */
export function useBookForm(
  send: (settle: Settlement[], checked: boolean) => Promise<RecipeBookReply>,
  { saved, onSaved, check = () => ({}) }: BookFormOptions,
) {
  const { showToast } = useToast();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [unlikely, setUnlikely] = useState<FieldErrors | null>(null);
  const [checked, setChecked] = useState(false);
  const [differ, setDiffer] = useState<AllergensDifferReply | null>(null);
  type Sending = { settle: Settlement[]; checked: boolean };
  const saving = useSaveInBook((sending: Sending) => send(sending.settle, sending.checked), {
    onSaved: () => {
      setErrors({});
      setUnlikely(null);
      setChecked(false);
      setFailure(null);
      setDiffer(null);
      showToast({ title: 'Recipe Saved', description: saved, tone: 'success' });
      onSaved();
    },
    onFailed: (error) => {
      const doubted = readUnlikely(error);
      setUnlikely(doubted);
      const found = doubted ? {} : fieldErrorsOf(error);
      const stopped = readAllergensDiffer(error);
      setErrors(found);
      // What was settled stays in the form while it is put right.
      const isOfSettling = Object.keys(found).some((field) => field.startsWith('settle.'));
      setDiffer((before) => stopped ?? (isOfSettling ? before : null));
      const isNamed = stopped !== null || doubted !== null || Object.keys(found).length > 0;
      setFailure(isNamed ? null : describeFailure(error));
    },
  });
  return {
    errors,
    failure,
    differ,
    unlikely,
    isSaving: saving.isBusy,
    save: () => {
      const problems = check();
      setErrors(problems);
      setFailure(null);
      setUnlikely(null);
      setChecked(false);
      if (Object.keys(problems).length === 0) saving.run({ settle: [], checked: false });
    },
    saveChecked: () => {
      setChecked(true);
      saving.run({ settle: [], checked: true });
    },
    settle: (settle: Settlement[]) => saving.run({ settle, checked }),
    cancel: () => setDiffer(null),
  };
}

/**
 * Warns before what was typed is lost. `draft`: all that can be typed, as it is now. Returns the way back to the list,
 * for when what was edited is saved or gone.
 */
export function useEditorGuard(draft: unknown, what: string, onGone?: () => void): () => void {
  const now = JSON.stringify(draft);
  const [atFirst] = useState(now);
  const isLeaving = useRef(false);
  useLeaveGuard(now !== atFirst, what, isLeaving);
  return () => {
    isLeaving.current = true;
    onGone?.();
  };
}
