import type { Instant } from '#platform/rules/zoned-time.ts';
import { assertDefined } from '#platform/server/assert-defined.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { recipeVersions } from '#areas/menu/server/tables/recipes.ts';
import type { StoredBook } from './load-recipe-book.ts';

export type RecipeOwner = { componentId: number } | { mealId: number };

/** Keeps recipes as the book has them, each under its version. `by` null: they came with the sample menu. */
export async function recordVersions(
  tx: Transaction,
  book: StoredBook,
  owners: readonly RecipeOwner[],
  { at, by }: { at: Instant; by: string | null },
): Promise<void> {
  if (owners.length === 0) return;
  await tx.insert(recipeVersions).values(
    owners.map((owner) => {
      const recipe =
        'componentId' in owner
          ? book.components.get(owner.componentId)
          : book.meals.get(owner.mealId);
      const body = assertDefined(recipe, 'a recipe to keep a version of');
      return { ...owner, version: body.version, body, at: new Date(at), by };
    }),
  );
}
