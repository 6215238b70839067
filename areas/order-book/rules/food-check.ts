/**
 * Whether each meal of an order may be eaten by the person it is for, on the day it is for. The same rule for quote,
 * payment and every later change. Ours.
 */
import type { BusinessFacts } from '#areas/business/rules/business.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type DietaryMeal, dietsMissedBy } from '#areas/menu/rules/fits-diet.ts';
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';
import type { CheckedItem } from '#areas/order-book/rules/check-items.ts';
import { eatByOf, keepsUntil } from '#areas/menu/rules/keeping.ts';
import type { Diet } from '#areas/needs/rules/diets.ts';
import { allergenText } from '#areas/needs/rules/allergen-groups.ts';
import {
  type Clash,
  clashOf,
  type FoodNeeds,
  NO_FOOD_NEEDS,
  UNDECLARED,
} from '#areas/needs/rules/food-needs.ts';
import { personKey } from '#platform/rules/customer-name.ts';

type WhichMeal = { personName: string; mealId: number; mealName: string };

export type FoodClash = WhichMeal & { allergens: Clash };

export type MealPastItsDay = WhichMeal & {
  deliveryDate: PlainDate;
  mealDate: PlainDate;
  /** The last day on which it could be eaten. */
  eatBy: PlainDate;
};

export type DietWarning = WhichMeal & { diets: Diet[] };

type PersonToFeed = { name: string } & FoodNeeds;

/** Meals that declare an allergen of the person they are for, or declare nothing while the person has any. */
export function foodClashes<
  Item extends CheckedItem & { meal: Pick<MealFacts, 'name' | 'allergens'> },
>(
  items: readonly Item[],
  people: readonly PersonToFeed[],
  isAgreed: (item: Item, clash: Clash) => boolean = () => false,
): FoodClash[] {
  return items.flatMap((item) => {
    const allergens = clashOf(item.meal, needsOf(people, item.personName));
    if (allergens.length === 0 || isAgreed(item, allergens)) return [];
    return [{ ...whichMeal(item), allergens }];
  });
}

/** Meals that would be eaten after their eat-by date and cannot be frozen. */
export function mealsPastTheirDay(
  items: readonly (CheckedItem & {
    meal: Pick<MealFacts, 'name' | 'shelfLifeDays' | 'freezable'>;
  })[],
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): MealPastItsDay[] {
  return items
    .filter((item) => !keepsUntil(item.meal, item, facts))
    .map((item) => ({
      ...whichMeal(item),
      deliveryDate: item.deliveryDate,
      mealDate: item.mealDate,
      eatBy: eatByOf(item.meal, item.deliveryDate, facts),
    }));
}

/** Meals against a diet of the person: allowed, and said. */
export function dietWarnings(
  items: readonly (CheckedItem & { meal: DietaryMeal & Pick<MealFacts, 'name'> })[],
  people: readonly PersonToFeed[],
): DietWarning[] {
  return items.flatMap((item) => {
    const diets = dietsMissedBy(item.meal, needsOf(people, item.personName).diets);
    return diets.length === 0 ? [] : [{ ...whichMeal(item), diets }];
  });
}

/** "Butter Chicken contains cashew. It can’t go to Mia." */
export function clashText({ mealName, personName, allergens }: FoodClash): string {
  const named = allergens.filter((allergen) => allergen !== UNDECLARED);
  return named.length === 0
    ? `We don’t know which allergens ${mealName} contains. It can’t go to ${personName}.`
    : `${mealName} contains ${allergenText(named)}. It can’t go to ${personName}.`;
}

/** A name that is not listed has said nothing. */
export function needsOf(people: readonly PersonToFeed[], personName: string): FoodNeeds {
  return people.find(({ name }) => personKey(name) === personKey(personName)) ?? NO_FOOD_NEEDS;
}

function whichMeal(item: CheckedItem & { meal: Pick<MealFacts, 'name'> }): WhichMeal {
  return { personName: item.personName, mealId: item.mealId, mealName: item.meal.name };
}
