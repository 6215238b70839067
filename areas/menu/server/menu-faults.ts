/** What must be true of what visitors are shown, judged by the functions of every save: the nightly and the health check ask. */
import { readFacts } from '#areas/business/server/load-business.ts';
import { mealAtOdds } from '#areas/needs/rules/gate/meal-truth.ts';
import { allergenText } from '#areas/needs/rules/allergens.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import { publicMenu, readStoredMenu } from '#areas/menu/server/site.ts';
import { undeclaredIn } from '#areas/menu/server/meal-queries.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';

const RULE = 'G8 nothing public is at odds with its own text, diets or recipe';

/** For this week's menu and the next. A meal that declares nothing is shown as such, and contradicts nobody. */
export async function findMenuFaults(
  tx: Transaction,
  now: Instant,
): Promise<{ rule: string; example: string }[]> {
  const stored = await readStoredMenu(tx, now);
  const { active, nextMenu } = publicMenu(stored, await readFacts(tx), now);
  const next = new Set(nextMenu?.meals.map(({ slug }) => slug));
  const shown = new Set(active.map(({ id }) => id));
  const book = await loadRecipeBook(tx);
  return stored.meals
    .filter(({ id, slug }) => shown.has(id) || next.has(slug))
    .flatMap((meal) => {
      const missing = undeclaredIn(book, meal)?.missing ?? [];
      const recipe = missing.length > 0 ? [`its recipe contains ${allergenText(missing)}`] : [];
      return [...mealAtOdds(meal).map(({ message }) => message), ...recipe].map((why) => ({
        rule: RULE,
        example: `${meal.name}: ${why}`,
      }));
    });
}
