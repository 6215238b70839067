/** Figures of ingredients from a table of foods. The file stays in the browser and is sent with each question. */
import { callQuery } from '#platform/web/api/call-query.ts';
import { useQueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import {
  type RecipeBookReply,
  type AllergensDifferReply,
  readRecipeBook,
} from '#areas/recipes/calls/recipe-book.ts';
import { type AfterChange, useChange } from '#platform/web/api/use-change.ts';
import {
  findFoods,
  type FoodReply,
  type FoodTableReply,
  previewFoodTable,
  takeFoods,
  type TakeFoodsRequest,
} from '#areas/recipes/calls/food-table.ts';
import { FOOD_COLUMNS, type FoodColumns, type SaidUnits } from '#areas/recipes/rules/food-table.ts';
import { ApiError, readConflictReply } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import {
  deleteMenuWeek,
  listMenuWeeks,
  type MenuWeekReply,
  type MenuWeekFields,
  rotateMenus,
  type SavedMenuReply,
  saveMenuWeek,
} from '#areas/menu/calls/menu-weeks.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { listComponentVersions, listRecipeVersions } from '#areas/recipes/calls/recipe-history.ts';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { parseAmount } from '#platform/rules/money.ts';
import { type DeclaredMeal, type DerivedMeal, deriveMeal } from '#areas/menu/rules/derive-meal.ts';
import type { RecipeBook } from '#areas/menu/rules/recipe-book.ts';
import { STAFF_MEALS_KEY } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { listSuppliers } from '#areas/recipes/calls/suppliers.ts';
import type { LoadedQuery } from '#platform/web/ui/feedback/loaded.tsx';
import { listTakeOver, type TakeOverRow } from '#areas/menu/rules/take-over.ts';
import { useMayDo } from '#platform/web/api/session.ts';

/** `columns` null: by its headings. */
export type FoodFile = { file: File; columns: FoodColumns | null; units: SaidUnits };

export function fetchFoodTable(of: FoodFile): Promise<FoodTableReply> {
  return sendFile(previewFoodTable.path, of, {});
}

export async function fetchFoods(of: FoodFile, words: string): Promise<FoodReply[]> {
  return (await sendFile<{ foods: FoodReply[] }>(findFoods.path, of, { words })).foods;
}

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

export function useTakeFoods({
  onDone,
  onFailure,
}: AfterChange<RecipeBookReply, TakeFoodsRequest>) {
  const client = useQueryClient();
  return useChange((body: TakeFoodsRequest) => call(takeFoods, { body }), {
    onDone(book, given) {
      client.setQueryData(recipeBookQuery.queryKey, book);
      onDone?.(book, given);
    },
    onFailure,
  });
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

export const sendMenuWeek = (weekStart: PlainDate, body: MenuWeekFields) =>
  call(saveMenuWeek, { params: { weekStart }, body });

export const sendDeleteMenuWeek = (weekStart: PlainDate) =>
  call(deleteMenuWeek, { params: { weekStart } });

export const sendRotateMenus = (body: { from: PlainDate; every: number; weeks: number }) =>
  call(rotateMenus, { body });

// Ingredients, components and meals' recipes, as the kitchen keeps them.

/** Not refetched while someone types. */
export const recipeBookQuery = callQuery(
  ['recipe-book'],
  readRecipeBook,
  {},
  { staleTime: 60_000 },
);

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
