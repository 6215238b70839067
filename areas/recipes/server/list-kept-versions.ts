import { desc, eq, inArray } from 'drizzle-orm';
import { MOST_VERSIONS, type RecipeVersionsReply } from '#areas/recipes/calls/recipe-history.ts';
import { type KeptRecipe, recipeChanges } from '#areas/menu/rules/recipe/recipe-changes.ts';
import type { Context } from '#platform/server/context.ts';
import { recipeVersions } from '#areas/menu/server/tables/recipes.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { NotFound } from '#platform/server/errors.ts';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import type { RecipeOwner } from '#areas/menu/server/update-meal.ts';

/** Newest first, each with what changed since the one before. Throws NotFound. */
export async function listKeptVersions(
  { db }: Pick<Context, 'db'>,
  owner: RecipeOwner,
): Promise<RecipeVersionsReply> {
  const book = await loadRecipeBook(db);
  if ('componentId' in owner && !book.components.has(owner.componentId)) {
    throw new NotFound('This component');
  }
  if ('mealId' in owner && !book.meals.has(owner.mealId)) throw new NotFound('This recipe');
  const rows = await db
    .select()
    .from(recipeVersions)
    .where(
      'componentId' in owner
        ? eq(recipeVersions.componentId, owner.componentId)
        : eq(recipeVersions.mealId, owner.mealId),
    )
    .orderBy(desc(recipeVersions.version))
    .limit(MOST_VERSIONS + 1);
  const names = await namesOf(db, rows);
  return {
    versions: rows.slice(0, MOST_VERSIONS).map(({ version, at, by, body }, index) => {
      const before = rows[index + 1];
      return {
        version,
        at: at.toISOString(),
        by: by && (names.get(by) ?? 'someone'),
        changes: before ? recipeChanges(before.body as KeptRecipe, body as KeptRecipe, book) : null,
      };
    }),
    isCut: rows.length > MOST_VERSIONS,
  };
}

/** Names: anyone who cooks sees this, and email addresses are for those who keep the accounts. */
async function namesOf(
  db: Context['db'],
  rows: readonly { by: string | null }[],
): Promise<Map<string, string>> {
  const emails = [...new Set(rows.flatMap(({ by }) => by ?? []))];
  if (emails.length === 0) return new Map();
  const found = await db
    .select({ email: staff.email, firstName: staff.firstName, lastName: staff.lastName })
    .from(staff)
    .where(inArray(staff.email, emails));
  return new Map(
    found.map(({ email, firstName, lastName }) => [email, `${firstName} ${lastName}`.trim()]),
  );
}
