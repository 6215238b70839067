import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { numberedSlug } from '#areas/menu/rules/meal.ts';
import { toStaffMealReply } from '#areas/menu/server/meal-queries.ts';
import { type MealRow, meals } from '#areas/menu/server/tables/meals.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

/** Stores a new meal and records that it was added. */
export async function addMeal(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember,
  action: 'meal.create' | 'meal.duplicate' | 'meal.import',
  values: Omit<typeof meals.$inferInsert, 'slug'>,
): Promise<StaffMealReply> {
  const row = await insertMeal(tx, { ...values, createdAt: new Date(context.clock()) });
  const after = toStaffMealReply(row);
  await recordChange(tx, context, {
    staff,
    action,
    entityId: row.id,
    after,
  });
  return after;
}

/** Under the first slug of its name that no meal has, archived ones included. */
async function insertMeal(
  tx: Transaction,
  values: Omit<typeof meals.$inferInsert, 'slug'>,
): Promise<MealRow> {
  for (let count = 1; ; count += 1) {
    // Waits for anyone who is storing a meal under the same slug.
    const [row] = await tx
      .insert(meals)
      .values({ ...values, slug: numberedSlug(values.name, count) })
      .onConflictDoNothing({ target: meals.slug })
      .returning();
    if (row) return row;
  }
}
