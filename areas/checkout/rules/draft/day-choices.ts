/** What could be eaten on one day, judged without the days around it: pairs of lunch and dinner, or one of them. */
import type { MainIngredient } from '#areas/menu/rules/main-ingredient.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import type { Cents } from '#platform/rules/money.ts';

/** A meal as far as filling a week looks at it. */
export type FillMeal = {
  id: number;
  mealType: MealType;
  calories: number;
  priceCents: Cents;
  main: MainIngredient | null;
};

/** A meal that this person may have at this time. */
export type Candidate = FillMeal & {
  /** On arrival, because it is eaten long after its delivery. */
  isToFreeze: boolean;
};

/** What the meals to be chosen for a day should add up to, and the calories that are 100% of it. */
export type DayAim = { kcal: number; ofKcal: number };

export type DayChoice = {
  /** Lunch before dinner; one of them where only one is chosen. */
  meals: readonly Candidate[];
  deviationPct: number;
  /** In thousandths, so that sums are exact and ties are ties. */
  cost: number;
  priceCents: Cents;
};

export const COST_UNIT = 1000;
const SAME_MAIN_COST = 2;
const FREEZING_COST = 0.5;
/** So many of the cheapest choices are tried in a week, and these of each meal, however dear. */
const KEPT_CHOICES = 40;
const KEPT_OF_EACH_MEAL = 2;

/**
 * The most promising, cheapest first. `cells`: the candidates of each place to fill, none of them empty. `placedMains`:
 * of what is already eaten that day.
 */
export function listDayChoices(
  cells: readonly (readonly Candidate[])[],
  aim: DayAim,
  placedMains: readonly (MainIngredient | null)[],
): DayChoice[] {
  const [first = [], second] = cells;
  const choices: DayChoice[] = [];
  for (const meal of first) {
    if (!second) choices.push(judge([meal], aim, placedMains));
    else for (const dinner of second) choices.push(judge([meal, dinner], aim, placedMains));
  }
  return mostPromising(choices.toSorted(compareChoices));
}

function judge(
  meals: readonly Candidate[],
  aim: DayAim,
  placedMains: readonly (MainIngredient | null)[],
): DayChoice {
  let [calories, priceCents, cost] = [0, 0, 0];
  for (const meal of meals) {
    calories += meal.calories;
    priceCents += meal.priceCents;
    if (meal.isToFreeze) cost += FREEZING_COST;
  }
  if (hasOneMain(meals, placedMains)) cost += SAME_MAIN_COST;
  const deviationPct = (100 * Math.abs(calories - aim.kcal)) / aim.ofKcal;
  cost += deviationPct + deviationPct ** 2 / 10;
  return { meals, deviationPct, cost: Math.round(cost * COST_UNIT), priceCents };
}

/** Whether lunch and dinner have the same main ingredient. */
function hasOneMain(
  [meal, other]: readonly Candidate[],
  placedMains: readonly (MainIngredient | null)[],
): boolean {
  const main = meal?.main ?? null;
  return main !== null && (main === other?.main || placedMains.includes(main));
}

/** By cost, price, id of the lunch, id of the dinner. */
export function compareChoices(a: DayChoice, b: DayChoice): number {
  return a.cost - b.cost || a.priceCents - b.priceCents || compareIds(a.meals, b.meals);
}

function compareIds(a: readonly Candidate[], b: readonly Candidate[]): number {
  return (a[0]?.id ?? 0) - (b[0]?.id ?? 0) || (a[1]?.id ?? 0) - (b[1]?.id ?? 0);
}

/** The cheapest, and of each meal its best, so that a week can do without the meals that every cheap pair has. */
function mostPromising(sorted: readonly DayChoice[]): DayChoice[] {
  const timesKept = new Map<number, number>();
  return sorted.filter(({ meals }, rank) => {
    const isKept =
      rank < KEPT_CHOICES || meals.some(({ id }) => (timesKept.get(id) ?? 0) < KEPT_OF_EACH_MEAL);
    if (isKept) for (const { id } of meals) timesKept.set(id, (timesKept.get(id) ?? 0) + 1);
    return isKept;
  });
}
