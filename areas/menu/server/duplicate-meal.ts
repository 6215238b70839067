import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { MEAL_FIELDS } from '#areas/menu/rules/meal-fields.ts';
import type { Context } from '#platform/server/context.ts';
import { addMeal } from '#areas/menu/server/create-meal.ts';
import { getMealForChange } from '#areas/menu/server/meal-queries.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

const SUFFIX = ' (copy)';

/** A copy to edit, inactive and not limited to any days. Throws NotFound. */
export async function duplicateMeal(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  id: number,
): Promise<StaffMealReply> {
  const copied = await context.db.transaction(async (tx) => {
    const { id: _id, slug: _slug, ...meal } = await getMealForChange(tx, id, { orArchived: true });
    return addMeal(tx, context, staff, 'meal.duplicate', {
      ...meal,
      name: copyName(meal.name),
      isActive: false,
      // Its recipe stays with the original.
      recipeList: '',
      availableFrom: null,
      availableTo: null,
      archivedAt: null,
      version: 1,
    });
  });
  context.site.renew();
  return copied;
}

function copyName(name: string): string {
  return name.slice(0, MEAL_FIELDS.name.value.maxLength - SUFFIX.length).trimEnd() + SUFFIX;
}
