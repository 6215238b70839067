import { mealOnTheWire } from '#areas/menu/calls/meal-facts.ts';
import type { MealReply, StaffMealReply } from '#areas/menu/calls/meals.ts';
import { mealAtOdds } from '#areas/needs/rules/gate/meal-truth.ts';
import type { MealWithRecipe } from '#areas/menu/rules/meal-fields.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';

/** A meal as it goes over the wire. */
export function toMealReply(meal: MealWithRecipe & { id: number; slug: string }): MealReply {
  return { id: meal.id, slug: meal.slug, ...mealOnTheWire(meal) };
}

export function toStaffMealReply(meal: MealRow): StaffMealReply {
  const atOdds = mealAtOdds(meal);
  return {
    ...toMealReply(meal),
    version: meal.version,
    archivedAt: meal.archivedAt?.toISOString() ?? null,
    ...(atOdds.length > 0 && { notPublic: [...atOdds] }),
  };
}
