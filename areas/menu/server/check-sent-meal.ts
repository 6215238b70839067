import { mealFactsFrom, mealProblems } from '#areas/menu/calls/meal-facts.ts';
import type { MealRequest } from '#areas/menu/calls/meals.ts';
import type { MealWithRecipe } from '#areas/menu/rules/meal-fields.ts';
import { mealAtOdds } from '#areas/needs/rules/gate/meal-truth.ts';
import { parseMealImageUrl } from '#areas/menu/rules/meal-image.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { isMealImageKept } from '#areas/menu/server/meal-image-queries.ts';

/**
 * What to store for a submitted meal; `kept` is the meal it changes. A new one that is at odds with itself is a draft.
 * Throws InvalidRequest with every wrong field.
 */
export async function checkSentMeal(
  tx: Transaction,
  sent: MealRequest,
  kept?: MealRow,
): Promise<MealWithRecipe> {
  const asSent = mealFactsFrom(sent, kept);
  const isDraft = kept === undefined && mealAtOdds(asSent).length > 0;
  const facts = isDraft ? { ...asSent, isActive: false } : asSent;
  const uploaded = parseMealImageUrl(facts.imageUrl ?? '');
  const problems = {
    ...mealProblems(facts),
    ...(uploaded &&
      !(await isMealImageKept(tx, uploaded)) && {
        imageUrl: 'This picture is no longer stored. Please upload it again.',
      }),
  };
  if (Object.keys(problems).length > 0) throw new InvalidRequest(problems);
  return facts;
}
