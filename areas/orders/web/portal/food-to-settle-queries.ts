import { freshQuery, dryRunQuery } from '#platform/web/api/call-query.ts';
import {
  checkRecipe,
  listRecipeAlerts,
  type RecipeCheckReply,
} from '#areas/orders/calls/food-to-settle.ts';
import type { MealRequest } from '#areas/menu/calls/meals.ts';
import { call } from '#platform/web/api/client.ts';
import { runOutOfMeal, type RunOutReply, type RunOutRequest } from '#areas/orders/calls/run-out.ts';
import { readConflictReply } from '#platform/web/api/api-error.ts';

const EVERY_MINUTE_MS = 60_000;

/** Polled on every staff page: the header says when someone is to be called. */
export const recipeAlertsQuery = freshQuery(
  ['recipe-alerts'],
  listRecipeAlerts,
  {},
  { refetchInterval: EVERY_MINUTE_MS },
);

export function fetchRecipeCheck(id: number, body: MealRequest): Promise<RecipeCheckReply> {
  return call(checkRecipe, { params: { id: String(id) }, body });
}

export function runOutPreviewQuery(mealId: number, body: RunOutRequest) {
  return dryRunQuery(runOutOfMeal, { params: { id: String(mealId) }, body });
}

export function sendRunOut(
  mealId: number,
  request: RunOutRequest,
  previewHash: string,
): Promise<RunOutReply> {
  return call(runOutOfMeal, {
    params: { id: String(mealId) },
    body: { ...request, previewHash },
  });
}

/** What would be done now, if that is why it was refused. */
export function readNewPreview(error: unknown): RunOutReply | null {
  const refusal = readConflictReply<{
    code: 'preview_changed';
    message: string;
    preview: RunOutReply;
  }>(error, ['preview_changed']);
  return refusal?.preview ?? null;
}
