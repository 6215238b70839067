import { createContext, useContext, useState } from 'react';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import {
  draftOfMeal,
  draftProblems,
  draftWarnings,
  EMPTY_DRAFT,
  type MealDraft,
  type MealProblems,
  type MealWarnings,
} from './meal-draft.ts';
import { listMealFields, rowOf } from '#areas/menu/rules/list-meal-fields.ts';
import { readStaleMeal, STAFF_MEALS_KEY } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

export type EditedMeal = {
  draft: MealDraft;
  hasChanges: boolean;
  /** Our own from the first attempt to save on; those of the server until the field changes. */
  problems: MealProblems;
  /** Likely mistakes, and what keeps it off the menu. */
  warnings: MealWarnings;
  change: (fields: Partial<MealDraft>) => void;
  /** Whether the draft can be saved. From now on the form says what is wrong. */
  check: () => boolean;
  /** Shows what the server says of fields. */
  refuse: (problems: MealProblems) => void;
  /** The draft is what the server has. */
  markSaved: () => void;
  /** Starts again from another meal. */
  startFrom: (draft: MealDraft) => void;
};

/** The state of the meal form; null: of a new meal. */
export function useEditedMeal(meal: StaffMealReply | null): EditedMeal {
  const start = meal ? draftOfMeal(meal) : EMPTY_DRAFT;
  const [saved, setSaved] = useState(start);
  const [draft, setDraft] = useState(start);
  const [isChecked, setIsChecked] = useState(false);
  const [refused, setRefused] = useState<MealProblems>({});
  return {
    draft,
    hasChanges: JSON.stringify(draft) !== JSON.stringify(saved),
    problems: { ...refused, ...(isChecked && draftProblems(draft, meal)) },
    warnings: draftWarnings(draft, meal),
    change(fields) {
      setDraft((before) => ({ ...before, ...fields }));
      setRefused((before) => without(before, fields));
    },
    check() {
      setIsChecked(true);
      return Object.keys(draftProblems(draft, meal)).length === 0;
    },
    refuse: setRefused,
    markSaved: () => setSaved(draft),
    startFrom(other) {
      setSaved(other);
      setDraft(other);
      setIsChecked(false);
      setRefused({});
    },
  };
}

function without(problems: MealProblems, changed: Partial<MealDraft>): MealProblems {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in changed)));
}

const EditedMealContext = createContext<EditedMeal | null>(null);

export const EditedMealProvider = EditedMealContext.Provider;

/** Throws outside the meal form. */
export function useEditedMealHere(): EditedMeal {
  const edited = useContext(EditedMealContext);
  if (!edited) throw new Error('a field of the meal form stands outside the form');
  return edited;
}

/** On-screen name of what changes of a meal, by its name on the wire. Null: not shown, since staff cannot change it. */
export function mealFieldLabel(field: string): string | null {
  if (field === 'recipeList') return 'Recipe';
  const known = listMealFields().map((each) => rowOf(each).names);
  return known.find(({ wire }) => wire === field)?.label ?? null;
}

type MealChange<Reply> = {
  /** Names the action in the failure message: 'update'. */
  verb: 'create' | 'update' | 'delete';
  done: { title: string; description?: string };
  onDone?: (reply: Reply) => void;
};

/** What all changes from the list share: a toast with the result, and refetching the meals. */
export function useMealChange<Reply, Given = void>(
  send: (given: Given) => Promise<Reply>,
  { verb, done, onDone }: MealChange<Reply>,
) {
  const { showToast } = useToast();
  return useChange(send, {
    onDone,
    says: () => ({ ...done, tone: 'success' }),
    onFailure(_failure, { error }) {
      const description =
        readStaleMeal(error)?.message ?? `Failed to ${verb} meal. Please try again.`;
      showToast({ title: 'Error', description, tone: 'error' });
    },
    refresh: [{ queryKey: STAFF_MEALS_KEY }],
  });
}
