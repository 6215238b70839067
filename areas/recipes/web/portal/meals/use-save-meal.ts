import { useChange } from '#platform/web/api/use-change.ts';
import {
  type CookedAnswer,
  createMeal,
  type StaffMealReply,
  updateMeal,
} from '#areas/menu/calls/meals.ts';
import { call } from '#platform/web/api/client.ts';
import { STAFF_MEALS_KEY } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { type MealDraft, requestOfMeal } from './meal-draft.ts';

type MealToSave = {
  draft: MealDraft;
  version: number | null;
  /** Left out: nothing of it is cooked. */
  cooked?: CookedAnswer;
};

type SaveMeal = {
  /** Null: a new meal. */
  meal: StaffMealReply | null;
  onSaved: () => void;
  /** Returns whether the form shows the error; if so, no toast is needed. */
  onFailed: (error: unknown) => boolean;
};

export function useSaveMeal({ meal, onSaved, onFailed }: SaveMeal) {
  const { showToast } = useToast();
  return useChange(
    ({ draft, version, cooked }: MealToSave) => {
      const body = requestOfMeal(draft);
      if (meal === null || version === null) return call(createMeal, { body });
      return call(updateMeal, {
        params: { id: String(meal.id) },
        body: { ...body, version, cooked },
      });
    },
    {
      says: ({ name, isActive, notPublic }) => ({
        title: meal ? 'Meal Updated' : 'Meal Created',
        description: [
          `${name} is ${isActive && !notPublic ? 'on' : 'not on'} the menu.`,
          ...(notPublic ?? []).map(({ message }) => message),
        ].join(' '),
        tone: 'success',
      }),
      onDone: onSaved,
      onFailure(_failure, { error }) {
        if (onFailed(error)) return;
        const description = `Failed to ${meal ? 'update' : 'create'} meal. Please try again.`;
        showToast({ title: 'Error', description, tone: 'error' });
      },
      refresh: [{ queryKey: STAFF_MEALS_KEY }],
    },
  );
}
