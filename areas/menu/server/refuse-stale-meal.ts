import { isDeepStrictEqual } from 'node:util';
import { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { listChanges } from '#platform/server/audit/audit-queries.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import { Conflict } from '#platform/server/errors.ts';
import { toStaffMealReply } from '#areas/menu/server/meal-reply.ts';

/** Beyond this many changes since the meal was opened, they are not listed one by one. */
const CHANGES_LOOKED_AT = 50;

/** Throws the Conflict that says who changed the meal since `version`, and which fields. */
export async function refuseStaleMeal(
  tx: Transaction,
  meal: MealRow,
  version: number,
): Promise<never> {
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
