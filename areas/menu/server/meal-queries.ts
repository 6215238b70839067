import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { StaffMealReply, MealReply } from '#areas/menu/calls/meals.ts';
import { mealOnTheWire } from '#areas/menu/calls/meal-facts.ts';
import { isServed, notServed, type ServiceFacts } from '#areas/business/rules/services.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { isFoundBy } from '#platform/rules/search-key.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type MealRow, meals, mealImages } from '#areas/menu/server/tables/meals.ts';
import { NotFound } from '#platform/server/errors.ts';
import type { SiteMeal } from '#areas/menu/server/site-port.ts';
import type { MealImage } from '#areas/menu/rules/meal-picture.ts';
import { mealAtOdds } from '#areas/needs/rules/gate/meal-truth.ts';
import type { MealWithRecipe } from '#areas/menu/rules/meal-fields.ts';
import type { Diet } from '#areas/needs/rules/food-needs.ts';
import { deriveMeal, type DerivedMeal } from '#areas/menu/rules/derive-meal.ts';
import type { StoredBook } from '#areas/menu/server/load-recipe-book.ts';

/** Lunches first, then oldest first; every word of `q` must be in the name, description or ingredients. */
export async function listStaffMeals(
  db: Database,
  { archived, q, type }: { archived: boolean; q: string; type?: MealType | undefined },
): Promise<StaffMealReply[]> {
  const rows = await db
    .select()
    .from(meals)
    .where(and(archived ? undefined : isNull(meals.archivedAt), type && eq(meals.mealType, type)))
    // Dinner sorts before lunch alphabetically, but lunch comes first on the menu.
    .orderBy(asc(eq(meals.mealType, 'dinner')), asc(meals.id));
  return rows
    .filter(({ name, description, ingredients }) => isFoundBy(q, name, description, ingredients))
    .map(toStaffMealReply);
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

/** What is at odds with itself is on nobody's menu, however it came to be so, and nothing of a service that the kitchen does not have. */
export function asOffered(meal: MealRow, facts: ServiceFacts): MealRow {
  const isOffered = isServed(meal.mealType, facts) && mealAtOdds(meal).length === 0;
  return { ...meal, isActive: meal.isActive && isOffered };
}

/** These meals as they are now: until the transaction ends, nobody can save another recipe. By id. */
export async function getCurrentMeals(
  tx: Transaction,
  ids: readonly number[],
  facts: ServiceFacts,
): Promise<Map<number, MealRow>> {
  const rows = await tx
    .select()
    .from(meals)
    .where(inArray(meals.id, [...new Set(ids)]))
    .orderBy(asc(meals.id))
    .for('share');
  return new Map(rows.map((meal) => [meal.id, asOffered(meal, facts)]));
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

/** The bytes of an uploaded picture; null if it is not stored. */
export async function findMealImage(db: Database, image: MealImage): Promise<Buffer | null> {
  const [found] = await db
    .select({ bytes: mealImages.bytes })
    .from(mealImages)
    .where(isImage(image));
  return found?.bytes ?? null;
}

export async function isMealImageKept(
  db: Database | Transaction,
  image: MealImage,
): Promise<boolean> {
  const found = await db.select({ hash: mealImages.hash }).from(mealImages).where(isImage(image));
  return found.length > 0;
}

function isImage({ hash, width, format }: MealImage) {
  return and(eq(mealImages.hash, hash), eq(mealImages.width, width), eq(mealImages.format, format));
}

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

/** With what keeps it off the menu although it may be switched on: its kitchen does not have this service. */
export function withService(meal: StaffMealReply, facts: ServiceFacts): StaffMealReply {
  if (isServed(meal.mealType, facts)) return meal;
  const why = { field: 'mealType', message: `${notServed(meal.mealType, facts)}.` };
  return { ...meal, notPublic: [why, ...(meal.notPublic ?? [])] };
}

type MealToPutRight = { id: number; name: string; why: string };

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

type Undeclared = Pick<DerivedMeal['allergens'], 'missing' | 'unchecked'>;

/** What keeps a meal from declaring what it declares; null: nothing, or it declares nothing. */
export function undeclaredIn(book: StoredBook, meal: MealRow): Undeclared | null {
  const recipe = book.meals.get(meal.id);
  if (!recipe || meal.allergens === null || meal.archivedAt) return null;
  const { allergens } = deriveMeal(recipe, meal, recipe.allergenReasons, book, {
    includesGst: false,
  });
  const { missing, unchecked, maySave } = allergens;
  return maySave ? null : { missing, unchecked };
}

/** Switching it on or off, or cooking it by a changed pack, does not make a meal one's own. */
const NOT_ITS_OWN = [
  'version',
  'origin',
  'is_active',
  'archived_at',
  'recipe_list',
  'may_contain',
] as const;

/**
 * For these meals those that are as they came, by the sample menu or a file: nobody has changed a field or the recipe. A photo
 * that a file named came later, and is no change.
 */
export async function findUnchangedMeals(
  tx: Pick<Transaction, 'execute'>,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await tx.execute<{ id: number }>(sql`
    select meal.id from meals meal
    join meal_versions came on came.meal_id = meal.id and came.version = 1
    where meal.id in ${ids}
      and not exists (
        select from jsonb_each(came.facts - ${sql.raw(`'{${NOT_ITS_OWN.join(',')}}'::text[]`)}) was
        where to_jsonb(meal) -> was.key is distinct from was.value
          and not (was.key = 'image_url' and exists (select from picture_requests request
            where request.meal_id = meal.id and request.image_url = meal.image_url)))
      and not exists (select from meal_recipes recipe where recipe.meal_id = meal.id and recipe.version > 1)`);
  return new Set(rows.map(({ id }) => id));
}
