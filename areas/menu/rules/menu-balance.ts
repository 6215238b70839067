import { formatDayAndMonth, type PlainDate, weekFrom } from '#platform/rules/plain-date.ts';
import { servedTypes, type ServiceFacts, serviceOf } from '#areas/business/rules/services.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import type { Cents } from '#platform/rules/money.ts';
import { DIETS, type Diet } from '#areas/needs/rules/food-needs.ts';

export type BalancedMeal = {
  id: number;
  mealType: MealType;
  calories: number;
  protein: number;
  priceCents: Cents;
  diets: readonly Diet[];
  /** Null: not declared, so that nobody with allergens is offered it. */
  allergens: readonly string[] | null;
  /** Whether its own switch and season offer it that day. */
  isOn: (date: PlainDate) => boolean;
};

export type Range = { lowest: number; mean: number; highest: number };

export type DayBalance = {
  date: PlainDate;
  meals: Record<MealType, number>;
  /** Cal, grams and cents; null: nothing is offered. */
  calories: Range | null;
  protein: Range | null;
  priceCents: Range | null;
  diets: Record<Diet, Record<MealType, number>>;
  undeclared: number;
  /** "No dinner", "Nothing for a vegan". */
  gaps: string[];
};

/** As a sentence has it: "Nothing for a vegan". */
const FOR_WHOM: Record<Diet, string> = {
  vegetarian: 'for a vegetarian',
  vegan: 'for a vegan',
  pescatarian: 'for a pescatarian',
  'gluten free': 'without gluten',
  'dairy free': 'without milk',
  halal: 'halal',
  kosher: 'kosher',
  'no pork': 'without pork',
  'no beef': 'without beef',
  'low FODMAP': 'low FODMAP',
};

/** What is missing when, the same on several days in one sentence: "Nothing for a vegan on Thu 3 Dec". */
export function gapSentences(days: readonly DayBalance[]): string[] {
  const kinds = [...new Set(days.flatMap(({ gaps }) => gaps))];
  return kinds.map((gap) => {
    const dates = days.filter(({ gaps }) => gaps.includes(gap)).map(({ date }) => date);
    return dates.length === days.length
      ? `${gap} on any day`
      : `${gap} on ${dates.map(formatDayAndMonth).join(', ')}`;
  });
}

/** Day by day. A diet that no meal of the kitchen keeps is not a gap of the menu. `offered`: the days of the board by meal; meals that are not in it are on no day. */
export function balanceMenu(
  weekStart: PlainDate,
  meals: readonly BalancedMeal[],
  offered: ReadonlyMap<number, readonly PlainDate[]>,
  facts: ServiceFacts,
): DayBalance[] {
  const cooked = DIETS.filter((diet) => meals.some((meal) => meal.diets.includes(diet)));
  return weekFrom(weekStart).map((date) =>
    balanceDay(
      date,
      meals.filter((meal) => offered.get(meal.id)?.includes(date) && meal.isOn(date)),
      cooked,
      facts,
    ),
  );
}

function balanceDay(
  date: PlainDate,
  meals: readonly BalancedMeal[],
  cooked: readonly Diet[],
  facts: ServiceFacts,
): DayBalance {
  const served = servedTypes(facts);
  const diets = Object.fromEntries(
    DIETS.map((diet) => [diet, byType(meals.filter((meal) => meal.diets.includes(diet)))]),
  ) as DayBalance['diets'];
  return {
    date,
    meals: byType(meals),
    calories: rangeOf(meals.map(({ calories }) => calories)),
    protein: rangeOf(meals.map(({ protein }) => protein)),
    priceCents: rangeOf(meals.map(({ priceCents }) => priceCents)),
    diets,
    undeclared: meals.filter(({ allergens }) => allergens === null).length,
    gaps: [
      ...served
        .filter((type) => byType(meals)[type] === 0)
        .map((type) => `No ${serviceOf(type, facts).name}`),
      ...cooked
        .filter((diet) => meals.length > 0 && served.every((type) => diets[diet][type] === 0))
        .map((diet) => `Nothing ${FOR_WHOM[diet]}`),
    ],
  };
}

function byType(meals: readonly Pick<BalancedMeal, 'mealType'>[]): Record<MealType, number> {
  return {
    lunch: meals.filter(({ mealType }) => mealType === 'lunch').length,
    dinner: meals.filter(({ mealType }) => mealType === 'dinner').length,
  };
}

/** The mean is rounded half up to a whole. */
function rangeOf(values: readonly number[]): Range | null {
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + value, 0);
  return {
    lowest: Math.min(...values),
    mean: Math.floor(sum / values.length + 0.5),
    highest: Math.max(...values),
  };
}
