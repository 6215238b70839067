/** How many portions of a meal may be sold, by day and week. */
import { freshQuery } from '#platform/web/api/call-query.ts';
import {
  getMealLimits,
  type Limit,
  type LimitsReply,
  listLimits,
  putMealLimits,
} from '#areas/menu/calls/meal-limits.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { call } from '#platform/web/api/client.ts';

export const LIMITS_KEY = ['meal-limits'];

type Range = { from: PlainDate; to: PlainDate };

/** Sold meanwhile by every customer: asked again whenever it is shown. */
export function mealLimitsQuery(mealId: number, { from, to }: Range) {
  return freshQuery([...LIMITS_KEY, mealId, from, to], getMealLimits, {
    params: { id: String(mealId) },
    query: { from, to },
  });
}

/** For all meals, what has a limit. */
export function allLimitsQuery({ from, to }: Range) {
  return freshQuery([...LIMITS_KEY, 'all', from, to], listLimits, { query: { from, to } });
}

export function sendLimits(mealId: number, limits: Limit[]): Promise<LimitsReply> {
  return call(putMealLimits, { params: { id: String(mealId) }, body: { limits } });
}
