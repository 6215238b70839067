import { and, asc, eq, ilike, inArray, isNull, or } from 'drizzle-orm';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type MealRow, meals } from '#areas/menu/server/tables/meals.ts';
import { NotFound } from '#platform/server/errors.ts';
import { toStaffMealReply } from '#areas/menu/server/meal-reply.ts';
import type { SiteMeal } from '#areas/menu/server/site-port.ts';

type MealSearch = { archived: boolean; q: string; type?: MealType | undefined };

/** Lunches first, then oldest first; every word of `q` must be in the name, description or ingredients. */
export async function listStaffMeals(
  db: Database,
  { archived, q, type }: MealSearch,
): Promise<StaffMealReply[]> {
  const words = q.split(/\s+/).filter((word) => word !== '');
  const rows = await db
    .select()
    .from(meals)
    .where(
      and(
        archived ? undefined : isNull(meals.archivedAt),
        type && eq(meals.mealType, type),
        ...words.map(isMentioned),
      ),
    )
    // Dinner sorts before lunch alphabetically, but lunch comes first on the menu.
    .orderBy(asc(eq(meals.mealType, 'dinner')), asc(meals.id));
  return rows.map(toStaffMealReply);
}

function isMentioned(word: string) {
  const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return or(
    ilike(meals.name, pattern),
    ilike(meals.description, pattern),
    ilike(meals.ingredients, pattern),
  );
}

/**
 * The meal, locked until the transaction ends; orders with it may still be written. Throws NotFound; also for an archived
 * one, unless requested.
 */
export async function getMealForChange(
  tx: Transaction,
  id: number,
  { orArchived = false } = {},
): Promise<MealRow> {
  const [meal] = await tx.select().from(meals).where(eq(meals.id, id)).for('no key update');
  if (!meal || (meal.archivedAt && !orArchived)) throw new NotFound('This meal');
  return meal;
}

/** These meals as they are now: until the transaction ends, nobody can save another recipe. By id. */
export async function getCurrentMeals(
  tx: Transaction,
  ids: readonly number[],
): Promise<Map<number, MealRow>> {
  const rows = await tx
    .select()
    .from(meals)
    .where(inArray(meals.id, [...new Set(ids)]))
    .orderBy(asc(meals.id))
    .for('share');
  return new Map(rows.map((meal) => [meal.id, meal]));
}

/** The site's meals with some as they are now; what the menus of weeks offer is not in a meal's row. */
export function withCurrentMeals(
  known: ReadonlyMap<number, SiteMeal>,
  current: ReadonlyMap<number, MealRow>,
): Map<number, SiteMeal> {
  const merged = new Map(known);
  for (const [id, meal] of current) {
    const offered = known.get(id)?.offered;
    merged.set(id, offered ? { ...meal, offered } : meal);
  }
  return merged;
}
