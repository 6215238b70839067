/**
 * Whether each meal of an order may be eaten by the person it is for, on the day it is for. The same rule for quote,
 * payment and every later change. Ours.
 */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { dietsMissedBy, eatByOf, keepsUntil } from '#areas/needs/rules/gate/fits-diet.ts';
import type { DietaryMeal, ListedFood } from '#areas/needs/rules/gate/food-facts.ts';
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';
import type { CheckedItem } from './check-items.ts';
import { type Diet, type FoodNeeds, NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import {
  type Clash,
  clashNames,
  clashOf,
  namesText,
  type Undeclared,
} from '#areas/needs/rules/gate/verdict.ts';
import { personKey } from '#platform/rules/customer-name.ts';

type WhichMeal = { personName: string; mealId: number; mealName: string };

/** `allergens`: with words to avoid, as `clashNames`. */
export type FoodClash = WhichMeal & { verdict: 'clash' | 'undeclared'; allergens: string[] };

export type MealPastItsDay = WhichMeal & {
  deliveryDate: PlainDate;
  mealDate: PlainDate;
  /** The last day on which it could be eaten. */
  eatBy: PlainDate;
};

export type DietWarning = WhichMeal & { diets: Diet[] };

type PersonToFeed = { name: string } & FoodNeeds;

/** Meals with something in them that the person they are for can't have, or of which nobody can say. */
export function foodClashes<
  Item extends CheckedItem & { meal: ListedFood & Pick<MealFacts, 'name'> },
>(
  items: readonly Item[],
  people: readonly PersonToFeed[],
  isAgreed: (item: Item, clash: Clash | Undeclared) => boolean = () => false,
): FoodClash[] {
  return items.flatMap((item) => {
    const clash = clashOf(item.meal, needsOf(people, item.personName));
    if (clash === null || isAgreed(item, clash)) return [];
    return [{ ...whichMeal(item), verdict: clash.verdict, allergens: clashNames(clash) }];
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
export function clashSentence({ mealName, personName, verdict, allergens }: FoodClash): string {
  const named = namesText(allergens);
  const end = `It can’t go to ${personName}.`;
  if (verdict !== 'undeclared' && named !== '') return `${mealName} contains ${named}. ${end}`;
  return named === ''
    ? `We don’t know which allergens ${mealName} contains. ${end}`
    : `We don’t know whether ${mealName} contains ${named}. ${end}`;
}

/** A name that is not listed has said nothing. */
export function needsOf(people: readonly PersonToFeed[], personName: string): FoodNeeds {
  return people.find(({ name }) => personKey(name) === personKey(personName)) ?? NO_FOOD_NEEDS;
}

function whichMeal(item: CheckedItem & { meal: Pick<MealFacts, 'name'> }): WhichMeal {
  return { personName: item.personName, mealId: item.mealId, mealName: item.meal.name };
}
