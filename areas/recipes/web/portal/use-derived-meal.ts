import { useQuery } from '@tanstack/react-query';
import type { RecipeBookReply } from '#areas/recipes/calls/recipe-book.ts';
import type { LoadedQuery } from '#platform/web/ui/feedback/loaded.tsx';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { type DerivedMeal, deriveMeal } from '#areas/menu/rules/recipe/derive-meal.ts';
import { bookOf, declaredBy, recipeBookQuery } from '#areas/recipes/web/portal/recipe-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';

/** What a meal is by its recipe. `derived`: undefined until it is known, null without a recipe. */
export function useDerivedMeal(meal: StaffMealReply): {
  derived: DerivedMeal | null | undefined;
  query: LoadedQuery<RecipeBookReply>;
  mayLook: boolean;
} {
  const mayLook = useMayDo('seeRecipes');
  const query = useQuery({ ...recipeBookQuery, enabled: mayLook });
  const { data } = query;
  const recipe = data?.meals.find(({ mealId }) => mealId === meal.id);
  const derived =
    data &&
    recipe &&
    deriveMeal(recipe, declaredBy(meal), recipe.allergenReasons, bookOf(data), {
      includesGst: data.includesGst,
    });
  return { derived: data ? (derived ?? null) : undefined, query, mayLook };
}
