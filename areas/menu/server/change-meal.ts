import { eq, sql } from 'drizzle-orm';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type MealRow, meals } from '#areas/menu/server/tables/meals.ts';
import { toStaffMealReply } from '#areas/menu/server/meal-reply.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

type MealChange = {
  action: 'meal.update' | 'meal.archive' | 'meal.restore';
  values: Partial<typeof meals.$inferInsert>;
};

/** Stores a change of a locked meal as its next version, and who made it. */
export async function changeMeal(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember,
  meal: MealRow,
  { action, values }: MealChange,
): Promise<StaffMealReply> {
  const [row] = await tx
    .update(meals)
    .set({ ...values, version: sql`${meals.version} + 1` })
    .where(eq(meals.id, meal.id))
    .returning();
  if (!row) throw new Error(`meal ${meal.id} disappeared while it was locked`);
  const after = toStaffMealReply(row);
  await recordChange(tx, context, {
    staff,
    action,
    entity: 'meal',
    entityId: meal.id,
    before: toStaffMealReply(meal),
    after,
  });
  return after;
}
