import { callQuery } from '#platform/web/api/call-query.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type RecipeBookReply, readRecipeBook } from '#areas/recipes/calls/recipe-book.ts';
import {
  findFoods,
  type FoodReply,
  type FoodTableReply,
  previewFoodTable,
} from '#areas/recipes/calls/food-table.ts';
import { FOOD_COLUMNS, type FoodColumns, type SaidUnits } from '#areas/recipes/rules/food-table.ts';
import { ApiError, readConflictReply } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import {
  listMenuWeeks,
  type MenuWeekReply,
  type SavedMenuReply,
} from '#areas/menu/calls/menu-weeks.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { parseAmount } from '#platform/rules/money.ts';
import { type DeclaredMeal, type DerivedMeal, deriveMeal } from '#areas/menu/rules/derive-meal.ts';
import type { RecipeBook } from '#areas/menu/rules/recipe-book.ts';
import { listSuppliers } from '#areas/recipes/calls/suppliers.ts';
import type { LoadedQuery } from '#platform/web/ui/feedback/loaded.tsx';
import { listTakeOver, type TakeOverRow } from '#areas/menu/rules/take-over.ts';
import { useMayDo } from '#platform/web/api/session.ts';

/** Stays in the browser and is sent with each question. `columns` null: by its headings. */
export type FoodFile = { file: File; columns: FoodColumns | null; units: SaidUnits };

export const fetchFoodTable = (of: FoodFile) =>
  sendFile<FoodTableReply>(previewFoodTable.path, of, {});

export const fetchFoods = (of: FoodFile, words: string) =>
  sendFile<{ foods: FoodReply[] }>(findFoods.path, of, { words });

async function sendFile<Reply>(
  path: string,
  { file, columns, units }: FoodFile,
  query: Record<string, string>,
): Promise<Reply> {
  const search = new URLSearchParams({ ...query, ...units });
  for (const column of columns ? FOOD_COLUMNS : []) {
    const at = columns?.[column];
    if (at !== null && at !== undefined) search.set(column, String(at));
  }
  const response = await fetch(`${path}?${search.toString()}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'text/csv' },
    body: file,
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text || response.statusText, null);
  return JSON.parse(text) as Reply;
}

export const MENU_WEEKS_KEY = ['menu-weeks'];

/** `stillSold`: of the save that it comes from. */
export type ShownMenu = MenuWeekReply & Partial<Pick<SavedMenuReply, 'stillSold'>>;

/** Null: the week has no menu. Not refetched while someone plans. */
export function menuWeekQuery(weekStart: PlainDate) {
  return queryOptions({
    queryKey: [...MENU_WEEKS_KEY, weekStart],
    queryFn: async ({ signal }): Promise<ShownMenu | null> => {
      const query = { from: weekStart, to: weekStart };
      return (await call(listMenuWeeks, { query, signal }))[0] ?? null;
    },
    gcTime: 0,
  });
}

/** Not refetched while someone types. */
export const recipeBookQuery = callQuery(
  ['recipe-book'],
  readRecipeBook,
  {},
  { staleTime: 60_000 },
);

/** Figures that seem unlikely, by field; null for every other failure. */
export function readUnlikely(error: unknown): FieldErrors | null {
  const isUnlikely = readConflictReply<{ code: string; message: string }>(error, [
    'unlikely_figures',
  ]);
  return isUnlikely ? fieldErrorsOf(error) : null;
}

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
    ingredients: meal.ingredients ?? '',
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

/** Not refetched while someone types. */
export const suppliersQuery = callQuery(['suppliers'], listSuppliers, {}, { staleTime: 60_000 });

/** What a meal is by its recipe. `derived`: undefined until it is known, null without a recipe. */
export function useDerivedMeal(meal: StaffMealReply): {
  derived: DerivedMeal | null | undefined;
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
