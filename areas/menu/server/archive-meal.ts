import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import type { Context } from '#platform/server/context.ts';
import { changeMeal } from '#areas/menu/server/change-meal.ts';
import { getMealForChange } from '#areas/menu/server/meal-queries.ts';
import { toStaffMealReply } from '#areas/menu/server/meal-reply.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

type Needs = Pick<Context, 'db' | 'clock' | 'site'>;

/** Removes a meal from every list but the archive; orders keep it. Throws NotFound. */
export async function archiveMeal(context: Needs, staff: StaffMember, id: number): Promise<void> {
  await context.db.transaction(async (tx) => {
    const meal = await getMealForChange(tx, id);
    const values = { archivedAt: new Date(context.clock()) };
    await changeMeal(tx, context, staff, meal, { action: 'meal.archive', values });
  });
  context.site.renew();
}

/** Restores an archived meal, inactive, so that staff check it before customers see it. Throws NotFound. */
export async function restoreMeal(
  context: Needs,
  staff: StaffMember,
  id: number,
): Promise<StaffMealReply> {
  const restored = await context.db.transaction(async (tx) => {
    const meal = await getMealForChange(tx, id, { orArchived: true });
    if (meal.archivedAt === null) return toStaffMealReply(meal);
    const values = { archivedAt: null, isActive: false };
    return changeMeal(tx, context, staff, meal, { action: 'meal.restore', values });
  });
  context.site.renew();
  return restored;
}
