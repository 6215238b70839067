import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/db/client.ts';

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
