import type { MealRequest, StaffMealReply } from '#contract/meals.ts';
import { recordChange } from '#server/audit/record-change.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/client.ts';
import { meals } from '#server/db/schema/menu/meals.ts';
import { checkSentMeal } from '#server/menu/check-sent-meal.ts';
import { toStaffMealReply } from '#server/menu/meal-reply.ts';
import type { StaffMember } from '#server/staff-member.ts';

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
  values: typeof meals.$inferInsert,
): Promise<StaffMealReply> {
  const createdAt = new Date(context.clock());
  const [row] = await tx
    .insert(meals)
    .values({ ...values, createdAt })
    .returning();
  if (!row) throw new Error('a new meal was not stored');
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
