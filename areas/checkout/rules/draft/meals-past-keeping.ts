/**
 * What to do about meals of a draft that would not keep until they are eaten: what to swap each for, and which delivery day
 * suits them all. Ours.
 */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import type { Cents } from '#platform/rules/money.ts';
import { earliestMealDate } from '#areas/order-book/rules/meal-dates.ts';
import { mealFor, type MealToPlace, REPEAT_DAYS } from './meal-for.ts';
import {
  type DeliveryDateOf,
  type MealPastKeeping,
  mealsPastKeeping,
} from '#areas/checkout/rules/draft/past-keeping-in.ts';
import type { Person } from '#areas/order-book/rules/people.ts';

type KeepingFacts = Pick<BusinessFacts, 'keepsFreshDays'>;

export type FreshMeal = MealToPlace & { id: number; calories: number };

export type FreshMenu<Meal extends FreshMeal = FreshMeal> = {
  meals: readonly Meal[];
  find: (mealId: number) => Meal | undefined;
  priceCentsOf: (mealId: number) => Cents | undefined;
};

/** The latest of `days` for one delivery that no meal is eaten before and all keep from; null without one. */
export function dayThatKeepsAll(
  people: readonly Person[],
  days: readonly PlainDate[],
  find: Parameters<typeof mealsPastKeeping>[2],
  facts: KeepingFacts,
): PlainDate | null {
  const first = earliestMealDate(people);
  const suits = (day: PlainDate) =>
    first !== null && day <= first && mealsPastKeeping(people, () => day, find, facts).length === 0;
  return days.findLast(suits) ?? null;
}

/** `toId` null: nothing on the menu will do. */
export type Swap = MealPastKeeping & { toId: number | null };

/** One meal after the other, so that no swap brings the same meal twice in three days. */
export function swapForKeeping(
  people: readonly Person[],
  deliveryDateOf: DeliveryDateOf,
  menu: FreshMenu,
  facts: KeepingFacts,
): { people: Person[]; swaps: Swap[] } {
  const swapped = [...people];
  const swaps = mealsPastKeeping(people, deliveryDateOf, menu.find, facts).map((meal): Swap => {
    const person = swapped[meal.personIndex];
    const nearest =
      person && nearestThatKeeps(person, meal, deliveryDateOf(meal.date), menu, facts);
    if (person && nearest) {
      const mealAssignments = person.mealAssignments.with(meal.at, {
        date: meal.date,
        mealType: meal.mealType,
        mealId: nearest.id,
      });
      swapped[meal.personIndex] = { ...person, mealAssignments };
    }
    return { ...meal, toId: nearest?.id ?? null };
  });
  return { people: swapped, swaps };
}

/** By energy, then price, then id: of the same kind, and suiting the person in every way. */
function nearestThatKeeps(
  person: Person,
  { at, mealId, date, mealType }: MealPastKeeping,
  deliveryDate: PlainDate,
  { meals, find, priceCentsOf }: FreshMenu,
  facts: KeepingFacts,
): FreshMeal | undefined {
  const old = find(mealId);
  const farFrom = (meal: FreshMeal) => Math.abs(meal.calories - (old?.calories ?? 0));
  const dearerBy = (meal: FreshMeal) =>
    Math.abs((priceCentsOf(meal.id) ?? 0) - (priceCentsOf(mealId) ?? 0));
  const isRepeat = (meal: FreshMeal) =>
    person.mealAssignments.some(
      (other, index) =>
        index !== at &&
        other.mealId === meal.id &&
        Math.abs(daysBetween(other.date, date)) <= REPEAT_DAYS,
    );
  return meals
    .filter(
      (meal) =>
        mealFor(person, meal, { date, mealType }, deliveryDate, facts).outcome === 'ok' &&
        !isRepeat(meal),
    )
    .toSorted((a, b) => farFrom(a) - farFrom(b) || dearerBy(a) - dearerBy(b) || a.id - b.id)[0];
}
