/** What every door does that changes a meal: the editor, and a file. */
import { isDeepStrictEqual } from 'node:util';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import { undeclaredIn } from '#areas/menu/server/meal-queries.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import { reviewRecipe } from '#areas/orders/server/review-recipe.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { InvalidRequest } from '#platform/server/errors.ts';

type Review = typeof reviewRecipe;

/**
 * In the transaction that saves the meal, after it: orders with it are looked through again. Throws InvalidRequest when it would
 * now declare less than its recipe contains.
 */
export async function followMealChange(
  context: Parameters<Review>[0],
  tx: Transaction,
  by: Parameters<Review>[2],
  change: { before: MealRow; after: MealRow },
): Promise<void> {
  await refuseUndeclared(tx, change);
  await reviewRecipe(context, tx, by, change);
}

/** Throws InvalidRequest when a meal would now declare less than its recipe contains. */
async function refuseUndeclared(
  tx: Transaction,
  { before, after }: { before: MealRow; after: MealRow },
): Promise<void> {
  if (isDeepStrictEqual(before.allergens, after.allergens)) return;
  const book = await loadRecipeBook(tx);
  const found = undeclaredIn(book, after);
  if (!found || isDeepStrictEqual(found, undeclaredIn(book, before))) return;
  throw new InvalidRequest({
    allergens:
      found.missing.length > 0
        ? `Its recipe contains ${found.missing.join(', ')}. Change the recipe first.`
        : `Nobody has read the pack of ${found.unchecked.join(', ')}, which its recipe uses.`,
  });
}
