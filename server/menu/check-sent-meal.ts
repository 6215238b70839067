import { mealFactsFrom, mealProblems } from '#contract/meal-facts.ts';
import type { MealRequest } from '#contract/meals.ts';
import type { MealFacts } from '#domain/menu/meal-fields.ts';
import { parseMealImageUrl } from '#domain/menu/meal-image.ts';
import type { Transaction } from '#server/db/client.ts';
import type { MealRow } from '#server/db/schema/menu/meals.ts';
import { InvalidRequest } from '#server/errors.ts';
import { isMealImageKept } from '#server/menu/meal-image-queries.ts';

/** What to store for a submitted meal; `kept` is the meal it changes. Throws InvalidRequest with every wrong field. */
export async function checkSentMeal(
  tx: Transaction,
  sent: MealRequest,
  kept?: MealRow,
): Promise<MealFacts> {
  const facts = mealFactsFrom(sent, kept);
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
