import { isDeepStrictEqual } from 'node:util';
import { type MealRequest, StaffMealReply } from '#areas/menu/calls/meals.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import { changeMeal } from '#areas/menu/server/change-meal.ts';
import { checkSentMeal } from '#areas/menu/server/check-sent-meal.ts';
import { getMealForChange } from '#areas/menu/server/meal-queries.ts';
import { toStaffMealReply } from '#areas/menu/server/meal-reply.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';
import { listChanges } from '#platform/server/audit/audit-queries.ts';
import { Conflict } from '#platform/server/errors.ts';

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

/** Beyond this many changes since the meal was opened, they are not listed one by one. */
const CHANGES_LOOKED_AT = 50;

/** Throws the Conflict that says who changed the meal since `version`, and which fields. */
async function refuseStaleMeal(tx: Transaction, meal: MealRow, version: number): Promise<never> {
  const { changes } = await listChanges(tx, {
    entity: 'meal',
    entityId: String(meal.id),
    limit: CHANGES_LOOKED_AT,
  });
  const current = toStaffMealReply(meal);
  const seen = changes
    .map((change) => StaffMealReply.safeParse(change.before).data)
    .find((before) => before?.version === version);
  const changedBy = changes[0]?.staffEmail ?? null;
  const changedFields = seen ? differingFields(seen, current) : [];
  const what = changedFields.length > 0 ? ` (${changedFields.join(', ')})` : '';
  throw new Conflict(
    'stale_version',
    `${changedBy ?? 'Someone'} changed this meal since you opened it${what}. Check it and try again.`,
    { changedBy, changedFields, meal: current },
  );
}

function differingFields(seen: StaffMealReply, current: StaffMealReply): string[] {
  return Object.entries(current)
    .filter(([field, value]) => !isDeepStrictEqual(value, seen[field as keyof StaffMealReply]))
    .map(([field]) => field)
    .filter((field) => field !== 'version');
}
