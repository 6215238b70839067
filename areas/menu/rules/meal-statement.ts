/** What a meal means for a person's allergens, with traces. No verdict says "free" or "safe". Ours. */
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';
import { clashOf, type FoodNeeds } from '#areas/needs/rules/food-needs.ts';

/** The worst first. `may_contain`: only by hand, after the sentence was tapped. */
export type MealStatement =
  | { verdict: 'undeclared' }
  | { verdict: 'clash'; allergens: Allergen[] }
  | { verdict: 'may_contain'; allergens: Allergen[] }
  | { verdict: 'no_clash' };

export function statement(
  meal: Pick<MealFacts, 'allergens'> & { mayContain: readonly Allergen[] },
  person: Pick<FoodNeeds, 'allergens'>,
): MealStatement {
  if (meal.allergens === null) return { verdict: 'undeclared' };
  const clash = clashOf(meal, person).filter((allergen) => allergen !== 'undeclared');
  if (clash.length > 0) return { verdict: 'clash', allergens: clash };
  const maybe = person.allergens.filter((allergen) => meal.mayContain.includes(allergen));
  return maybe.length > 0 ? { verdict: 'may_contain', allergens: maybe } : { verdict: 'no_clash' };
}
