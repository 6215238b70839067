import { useQuery } from '@tanstack/react-query';
import type { RecipeBookReply } from '#areas/recipes/calls/recipe-book.ts';
import type { LoadedQuery } from '#platform/web/ui/feedback/loaded.tsx';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { type DerivedMeal, deriveMeal } from '#areas/menu/rules/recipe/derive-meal.ts';
import { listTakeOver, type TakeOverRow } from '#areas/menu/rules/recipe/take-over.ts';
import { bookOf, declaredBy, recipeBookQuery } from '#areas/recipes/web/portal/recipe-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';

/** What a meal is by its recipe. `derived`: undefined until it is known, null without a recipe. */
export function useDerivedMeal(meal: StaffMealReply): {
  derived: DerivedMeal | null | undefined;
  /** What it would change of the meal. */
  rows: TakeOverRow[];
  query: LoadedQuery<RecipeBookReply>;
  mayLook: boolean;
} {
  const mayLook = useMayDo('seeRecipes');
  const query = useQuery({ ...recipeBookQuery, enabled: mayLook });
  const { data } = query;
  const recipe = data?.meals.find(({ mealId }) => mealId === meal.id);
  const declared = declaredBy(meal);
  const derived =
    data &&
    recipe &&
    deriveMeal(recipe, declared, recipe.allergenReasons, bookOf(data), {
      includesGst: data.includesGst,
    });
  const rows =
    derived && recipe
      ? listTakeOver({ ...meal, ...declared }, derived, recipe.allergenReasons)
      : [];
  return { derived: data ? (derived ?? null) : undefined, rows, query, mayLook };
}
