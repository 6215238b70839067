import { useChange } from '#platform/web/api/use-change.ts';
import { useState } from 'react';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import type { RecipeCheckReply } from '#areas/orders/calls/recipe-alerts.ts';
import { fetchRecipeCheck } from '#areas/orders/web/portal/recipe-alerts-queries.ts';
import { draftOfMeal, type MealDraft, requestOfMeal } from './meal-draft.ts';

/** What of a meal decides who may eat it, and until when. */
const RECIPE_FIELDS = [
  'areAllergensDeclared',
  'allergens',
  'ingredients',
  'dietaryTags',
  'shelfLifeDays',
  'freezable',
] as const satisfies (keyof MealDraft)[];

/** Asks the server whom a changed recipe concerns before it is saved. */
export function useRecipeCheck(meal: StaffMealReply | null) {
  const [concerned, setConcerned] = useState<RecipeCheckReply | null>(null);
  const checking = useChange(
    ({ draft }: { draft: MealDraft; save: () => void }) =>
      fetchRecipeCheck(meal?.id ?? 0, requestOfMeal(draft)),
    {
      onDone: (found, { save }) =>
        found.people + found.cooked === 0 ? save() : setConcerned(found),
      onFailure: (_failure, { given: { save } }) => save(),
    },
  );
  return {
    concerned,
    isChecking: checking.isBusy,
    dismiss: () => setConcerned(null),
    /** Saves at once when it concerns nobody; also when the check fails: saving itself looks everybody through. */
    checkFirst(draft: MealDraft, save: () => void) {
      if (!meal || !isOtherRecipe(draftOfMeal(meal), draft)) return save();
      checking.run({ draft, save });
    },
  };
}

function isOtherRecipe(before: MealDraft, after: MealDraft): boolean {
  return RECIPE_FIELDS.some(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}
