import type { MealRequest, StaffMealReply } from '#areas/menu/calls/meals.ts';
import { numberedSlug } from '#areas/menu/rules/meal-slug.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type MealRow, meals } from '#areas/menu/server/tables/meals.ts';
import { checkSentMeal } from '#areas/menu/server/check-sent-meal.ts';
import { toStaffMealReply } from '#areas/menu/server/meal-reply.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

/** Throws InvalidRequest. */
export async function createMeal(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  sent: MealRequest,
): Promise<StaffMealReply> {
  const created = await context.db.transaction(async (tx) =>
    addMeal(tx, context, staff, 'meal.create', await checkSentMeal(tx, sent)),
  );
  context.site.renew();
  return created;
}

/** Stores a new meal and records that it was added. */
export async function addMeal(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember,
  action: 'meal.create' | 'meal.duplicate',
  values: Omit<typeof meals.$inferInsert, 'slug'>,
): Promise<StaffMealReply> {
  const row = await insertMeal(tx, { ...values, createdAt: new Date(context.clock()) });
  const after = toStaffMealReply(row);
  await recordChange(tx, context, {
    staff,
    action,
    entity: 'meal',
    entityId: row.id,
    before: null,
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
    // Waits for whoever is storing a meal under the same slug.
    const [row] = await tx
      .insert(meals)
      .values({ ...values, slug: numberedSlug(values.name, count) })
      .onConflictDoNothing({ target: meals.slug })
      .returning();
    if (row) return row;
  }
}
