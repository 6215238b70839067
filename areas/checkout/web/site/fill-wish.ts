/** What the customer asks "Fill the week" for. */
import { THRIFTY_CENTS } from '#areas/menu/rules/price-limits.ts';
import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';
import type { Cents } from '#platform/rules/money.ts';
import { whoHasSecondHelpings } from '#areas/checkout/rules/draft/second-helpings.ts';
import type { Diet } from '#areas/needs/rules/diets.ts';
import type { Person } from '#areas/order-book/rules/people.ts';

export type Wish = {
  forWhom: 'person' | 'everyone';
  meals: 'dinner' | 'lunch' | 'both';
  isThrifty: boolean;
  hasSecond: boolean;
};

/** Everyone's dinners; second helpings where the calculator advised them. */
export function firstWish(people: readonly Person[]): Wish {
  return {
    forWhom: 'everyone',
    meals: 'dinner',
    isThrifty: false,
    hasSecond: people.some(({ secondHelpings = 0 }) => secondHelpings > 0),
  };
}

const DIETS_BY_STRICTNESS: readonly Diet[] = ['vegan', 'vegetarian', 'pescatarian'];

export function askedPeople(
  { forWhom }: Wish,
  people: readonly Person[],
  personIndex: number,
): number[] {
  return forWhom === 'everyone' ? people.map((_, index) => index) : [personIndex];
}

/** " for Dan", where the calculator advised it to some of several. */
export function whoseHelpings(people: readonly Person[], wish: Wish, personIndex: number): string {
  const asked = askedPeople(wish, people, personIndex);
  const who = whoHasSecondHelpings(people, asked);
  if (who.length === asked.length) return '';
  const names = who.map((index) => people[index]?.name ?? '');
  return ` for ${new Intl.ListFormat('en-AU').format(names)}`;
}

/** The one that leaves the fewest meals. */
export function strictestDiet(diets: readonly Diet[]): string {
  return DIETS_BY_STRICTNESS.find((diet) => diets.includes(diet)) ?? '';
}

export function mealTypesOf({ meals }: Wish): readonly MealType[] {
  return meals === 'both' ? MEAL_TYPES : [meals];
}

export function capOf({ isThrifty }: Wish): Cents | null {
  return isThrifty ? THRIFTY_CENTS : null;
}
