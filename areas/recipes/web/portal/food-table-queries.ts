/** Figures of ingredients from a table of foods. The file stays in the browser and is sent with each question. */
import { useQueryClient } from '@tanstack/react-query';
import type { RecipeBookReply } from '#areas/recipes/calls/recipe-book.ts';
import { type AfterChange, useChange } from '#platform/web/api/use-change.ts';
import {
  findFoods,
  type FoodReply,
  type FoodTableReply,
  previewFoodTable,
  takeFoods,
  type TakeFoodsRequest,
} from '#areas/recipes/calls/food-table.ts';
import { FOOD_COLUMNS, type FoodColumns } from '#areas/recipes/rules/food-columns.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { recipeBookQuery } from './recipe-book-queries.ts';

export type FoodFile = { file: File; columns: FoodColumns | null };

export function fetchFoodTable(of: FoodFile): Promise<FoodTableReply> {
  return sendFile(previewFoodTable.path, of, {});
}

export async function fetchFoods(of: FoodFile, words: string): Promise<FoodReply[]> {
  return (await sendFile<{ foods: FoodReply[] }>(findFoods.path, of, { words })).foods;
}

async function sendFile<Reply>(
  path: string,
  { file, columns }: FoodFile,
  query: Record<string, string>,
): Promise<Reply> {
  const search = new URLSearchParams(query);
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
