/** Which meals may take the place of one that a person can no longer have. Ours. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { dietsMissedBy } from '#areas/needs/rules/gate/fits-diet.ts';
import type { MealWithRecipe } from '#areas/menu/rules/meal-fields.ts';
import type { CheckedItem } from '#areas/order-book/rules/check-items.ts';
import { keepsUntil } from '#areas/needs/rules/gate/keeping.ts';
import { isMealAvailableOn } from '#areas/menu/rules/meal-availability.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { clashOf, tracesIn } from '#areas/needs/rules/gate/verdict.ts';

type Portion = Pick<CheckedItem, 'mealId' | 'mealType' | 'mealDate' | 'deliveryDate'>;

type MealForSale = MealWithRecipe & { id: number };

type Facts = Pick<BusinessFacts, 'keepsFreshDays'>;

/** On sale, of the same kind, declared, without their allergens or traces of them, and it keeps until every one of these portions is eaten. */
export function canTakePlace(
  meal: MealForSale,
  portions: readonly Portion[],
  person: Pick<FoodNeeds, 'allergens' | 'avoid'>,
  facts: Facts,
): boolean {
  return (
    meal.isActive &&
    clashOf(meal, person) === null &&
    tracesIn(meal, person).length === 0 &&
    portions.every(
      (portion) =>
        portion.mealId !== meal.id &&
        portion.mealType === meal.mealType &&
        isMealAvailableOn(meal, portion.mealDate) &&
        keepsUntil(meal, portion, facts),
    )
  );
}

/** Those that fit most of the person's diets first, then the nearest in calories. */
export function swapCandidates<Meal extends MealForSale>(
  meals: Iterable<Meal>,
  portions: readonly Portion[],
  person: FoodNeeds & { calories: number },
  facts: Facts,
): Meal[] {
  const missed = (meal: Meal) => dietsMissedBy(meal, person.diets).length;
  const distance = (meal: Meal) => Math.abs(meal.calories - person.calories);
  return [...meals]
    .filter((meal) => canTakePlace(meal, portions, person, facts))
    .toSorted((a, b) => missed(a) - missed(b) || distance(a) - distance(b) || a.id - b.id);
}
