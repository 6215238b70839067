/** What filling the week would add, in words, before it adds anything. */
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';
import { type Cents, formatDollars } from '#platform/rules/money.ts';
import type { FilledDays, PersonFill, WeekFill } from '#areas/checkout/rules/draft/fill-week.ts';
import { formatCount } from './order-totals.ts';

/** A week further from the plan than this is said to be. */
const NEAR_PERCENT = 8;
const TENS = 10;

export type FillWordsWish = {
  mealTypes: readonly MealType[];
  /** Null: at any price. */
  underCents: Cents | null;
  /** What a person eats, as in "vegetarian"; empty for everything. */
  dietOf?: (personIndex: number) => string;
};

export type FillWords = {
  /** How many meals of which kind, and what they cost. */
  summary: string;
  /** For whom the menu is short of something, one sentence each. */
  shortages: string[];
};

export function describeFill(
  { people, added, secondHelpings, priceCents, fills }: WeekFill,
  { mealTypes, underCents, dietOf = () => '' }: FillWordsWish,
): FillWords {
  const nameOf = (personIndex: number) =>
    people.length > 1 ? ` for ${people[personIndex]?.name}` : '';
  const far = fills.filter(({ meanDeviationPct }) => (meanDeviationPct ?? 0) > NEAR_PERCENT);
  const near = fills.length > 1 ? ' near each plan' : ' near the plan';
  return {
    summary:
      added === 0
        ? 'There are no more meals to add.'
        : `${countAdded(added - secondHelpings, secondHelpings, mealTypes)}${far.length === 0 ? near : ''}, ${formatDollars(priceCents)} plus delivery.`,
    shortages: [
      ...far.map((fill) => {
        const meals = areFullDays(fill) ? 'meals' : plural(mealWord(mealTypes));
        const kind = [isHeavy(fill) ? 'lighter' : 'heartier', dietOf(fill.personIndex), meals];
        const cap = underCents === null ? '' : ` under $${underCents / 100}`;
        return `There are few ${kind.filter(Boolean).join(' ')}${cap}${nameOf(fill.personIndex)} this week: ${insteadOf(fill, mealTypes)}.`;
      }),
      ...fills.flatMap((fill) => nothingFor(fill, nameOf)),
    ],
  };
}

/** "7 dinners and 7 second helpings". */
function countAdded(meals: number, helpings: number, mealTypes: readonly MealType[]): string {
  const second = helpings === 1 ? '1 second helping' : `${helpings} second helpings`;
  if (helpings === 0) return countMeals(meals, mealTypes);
  return meals === 0 ? second : `${countMeals(meals, mealTypes)} and ${second}`;
}

function countMeals(count: number, mealTypes: readonly MealType[]): string {
  const word = mealWord(mealTypes);
  return `${count} ${count === 1 ? word : plural(word)}`;
}

function mealWord(mealTypes: readonly MealType[]): string {
  const [only, other] = mealTypes;
  return only && !other ? only : 'meal';
}

function plural(word: string): string {
  return word === 'lunch' ? 'lunches' : `${word}s`;
}

/** Days with lunch and dinner tell more than single meals, wherever there are as many. */
function areFullDays({ fullDays, singleMeals }: PersonFill): boolean {
  return fullDays.count >= singleMeals.count;
}

function averageOf(fill: PersonFill): FilledDays {
  return areFullDays(fill) ? fill.fullDays : fill.singleMeals;
}

function isHeavy(fill: PersonFill): boolean {
  const { meanKcal, meanAimKcal } = averageOf(fill);
  return meanKcal > meanAimKcal;
}

function insteadOf(fill: PersonFill, mealTypes: readonly MealType[]): string {
  const { meanKcal, meanAimKcal } = averageOf(fill);
  const unit = areFullDays(fill) ? 'day' : mealWord(mealTypes);
  return `about ${toTens(meanKcal)} Cal a ${unit} instead of ${toTens(meanAimKcal)}`;
}

function toTens(calories: number): string {
  return formatCount(Math.round(calories / TENS) * TENS);
}

function nothingFor(
  { emptyCells, personIndex }: PersonFill,
  nameOf: (personIndex: number) => string,
): string[] {
  return MEAL_TYPES.flatMap((mealType) => {
    const days = emptyCells
      .filter((cell) => cell.mealType === mealType)
      .map(({ date }) => formatDayAndMonth(date));
    return days.length === 0
      ? []
      : [`No ${mealType}${nameOf(personIndex)} on ${days.join(', ')}: we leave that empty.`];
  });
}
