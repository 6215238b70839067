import { freshQuery } from '#platform/web/api/call-query.ts';
import type { z } from 'zod';
import {
  checkRecipe,
  listRecipeAlerts,
  type RecipeCheckReply,
  type RecipesToSettleReply,
  settleRecipeAlerts,
} from '#areas/orders/calls/recipe-alerts.ts';
import type { MealRequest } from '#areas/menu/calls/meals.ts';
import { call } from '#platform/web/api/client.ts';

const EVERY_MINUTE_MS = 60_000;

/** Polled on every staff page: the header says when someone is to be called. */
export const recipeAlertsQuery = freshQuery(
  ['recipe-alerts'],
  listRecipeAlerts,
  {},
  { refetchInterval: EVERY_MINUTE_MS },
);

export type RecipeSettlement = z.input<typeof settleRecipeAlerts.body>;

export function sendRecipeSettlement(body: RecipeSettlement): Promise<RecipesToSettleReply> {
  return call(settleRecipeAlerts, { body });
}

export function fetchRecipeCheck(id: number, body: MealRequest): Promise<RecipeCheckReply> {
  return call(checkRecipe, { params: { id: String(id) }, body });
}
