import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Diet } from '#areas/needs/rules/diets.ts';
import { mealAtOdds } from '#areas/needs/rules/gate/meal-truth.ts';
import type { Database } from '#platform/server/db/client.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';

export type MealToPutRight = { id: number; name: string; why: string };

/** Switched on and not public, because text, allergens, diets and recipe do not agree: by an upgrade, or by other means than a save. */
export async function listMealsAtOdds(db: Pick<Database, 'select'>): Promise<MealToPutRight[]> {
  const rows = await db
    .select({
      id: meals.id,
      name: meals.name,
      ingredients: meals.ingredients,
      allergens: meals.allergens,
      // A database that is still to be upgraded does not have these.
      dietaryTags: sql<Diet[] | null>`to_jsonb(${meals}) -> 'dietary_tags'`,
      recipeList: sql<string>`coalesce(to_jsonb(${meals}) ->> 'recipe_list', '')`,
    })
    .from(meals)
    .where(and(isNull(meals.archivedAt), eq(meals.isActive, true)))
    .orderBy(asc(meals.id));
  return rows.flatMap((meal) => {
    const why = mealAtOdds(meal).map(({ message }) => message);
    return why.length > 0 ? [{ id: meal.id, name: meal.name, why: why.join(' ') }] : [];
  });
}
