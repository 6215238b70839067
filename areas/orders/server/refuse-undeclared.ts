import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '#platform/server/db/client.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import { undeclaredIn } from '#areas/menu/server/undeclared.ts';

/** Throws InvalidRequest when a meal would now declare less than its recipe contains. */
export async function refuseUndeclared(
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
