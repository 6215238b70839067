/** Ingredients, components and meals' recipes, as the kitchen keeps them. */
import { type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  type AllergensDifferReply,
  readRecipeBook,
  type RecipeBookReply,
} from '#areas/recipes/calls/recipe-book.ts';
import { listComponentVersions, listRecipeVersions } from '#areas/recipes/calls/recipe-history.ts';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { parseAmount } from '#platform/rules/money.ts';
import type { DeclaredMeal } from '#areas/menu/rules/recipe/derive-meal.ts';
import type { RecipeBook } from '#areas/menu/rules/recipe/recipe-book.ts';
import { readConflictReply } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { STAFF_MEALS_KEY } from '#areas/menu/web/portal/staff-meals-queries.ts';

/** Not refetched while someone types. */
export const recipeBookQuery = queryOptions({
  queryKey: ['recipe-book'],
  queryFn: ({ signal }) => call(readRecipeBook, { signal }),
  staleTime: 60_000,
});

/** Saves something in the book; each save answers with the whole of it. */
export function useSaveInBook<Input>(
  send: (input: Input) => Promise<RecipeBookReply>,
  { onSaved, onFailed }: { onSaved: () => void; onFailed: (error: unknown) => void },
) {
  const client = useQueryClient();
  return useChange(send, {
    onDone(book) {
      client.setQueryData(recipeBookQuery.queryKey, book);
      onSaved();
      void client.invalidateQueries({ queryKey: STAFF_MEALS_KEY });
    },
    onFailure: (_failure, { error }) => onFailed(error),
  });
}

/** The meals that would declare less than they contain; null for every other failure. */
export function readAllergensDiffer(error: unknown): AllergensDifferReply | null {
  return readConflictReply<AllergensDifferReply>(error, ['allergens_differ']);
}

/** Figures that seem unlikely, by field; null for every other failure. */
export function readUnlikely(error: unknown): FieldErrors | null {
  const isUnlikely = readConflictReply<{ code: string; message: string }>(error, [
    'unlikely_figures',
  ]);
  return isUnlikely ? fieldErrorsOf(error) : null;
}

export type VersionsOf = { componentId: number } | { mealId: number };

/** Asked again whenever it is opened: each save adds one. */
export const recipeVersionsQuery = (owner: VersionsOf) =>
  queryOptions({
    queryKey: ['recipe-versions', owner],
    queryFn: ({ signal }) =>
      'componentId' in owner
        ? call(listComponentVersions, { params: { id: String(owner.componentId) }, signal })
        : call(listRecipeVersions, { params: { id: String(owner.mealId) }, signal }),
    staleTime: 0,
  });

export type Book = RecipeBook & { reply: RecipeBookReply };

export function bookOf(reply: RecipeBookReply): Book {
  return {
    reply,
    ingredients: new Map(reply.ingredients.map((each) => [each.id, each])),
    components: new Map(reply.components.map((each) => [each.id, each])),
  };
}

/** What the sums want to know of what a meal declares. */
export function declaredBy(meal: StaffMealReply): DeclaredMeal {
  return {
    allergens: meal.allergens,
    priceCents: parseAmount(meal.price) ?? 0,
    calories: meal.calories,
    proteinGrams: meal.protein,
    fatGrams: meal.fat,
    saturatedFatGrams: meal.saturatedFat,
    carbsGrams: meal.carbs,
    sugarsGrams: meal.sugars,
    sodiumMg: meal.sodium,
  };
}
