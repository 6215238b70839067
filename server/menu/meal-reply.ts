import { mealOnTheWire } from '#contract/meal-facts.ts';
import type { MealReply, StaffMealReply } from '#contract/meals.ts';
import type { MealFacts } from '#domain/menu/meal-fields.ts';
import type { MealRow } from '#server/db/schema/menu/meals.ts';

/** A meal as it goes over the wire. */
export function toMealReply(meal: MealFacts & { id: number; slug: string }): MealReply {
  return { id: meal.id, slug: meal.slug, ...mealOnTheWire(meal) };
}

export function toStaffMealReply(meal: MealRow): StaffMealReply {
  return {
    ...toMealReply(meal),
    version: meal.version,
    archivedAt: meal.archivedAt?.toISOString() ?? null,
  };
}
