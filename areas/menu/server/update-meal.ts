import { isDeepStrictEqual } from 'node:util';
import type { MealRequest, StaffMealReply } from '#areas/menu/calls/meals.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import { changeMeal } from '#areas/menu/server/change-meal.ts';
import { checkSentMeal } from '#areas/menu/server/check-sent-meal.ts';
import { getMealForChange } from '#areas/menu/server/meal-queries.ts';
import { toStaffMealReply } from '#areas/menu/server/meal-reply.ts';
import { refuseStaleMeal } from '#areas/menu/server/refuse-stale-meal.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

/** Runs in the transaction that stores the meal, after it. */
type OnChange = (tx: Transaction, change: { before: MealRow; after: MealRow }) => Promise<void>;

/**
 * Stores a submitted meal; `version`, when given, must still be the meal's. Submitting an unchanged meal does nothing.
 * Throws NotFound, InvalidRequest, Conflict.
 */
export async function updateMeal(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  id: number,
  { version, ...sent }: MealRequest & { version?: number | undefined },
  onChange: OnChange,
): Promise<StaffMealReply> {
  const updated = await context.db.transaction(async (tx) => {
    const meal = await getMealForChange(tx, id);
    if (version !== undefined && version !== meal.version) {
      return refuseStaleMeal(tx, meal, version);
    }
    const values = await checkSentMeal(tx, sent, meal);
    if (isAlready(meal, values)) return toStaffMealReply(meal);
    const reply = await changeMeal(tx, context, staff, meal, { action: 'meal.update', values });
    await onChange(tx, { before: meal, after: { ...meal, ...values, version: reply.version } });
    return reply;
  });
  context.site.renew();
  return updated;
}

function isAlready(meal: MealRow, values: Partial<MealRow>): boolean {
  return isDeepStrictEqual({ ...meal, ...values }, meal);
}
