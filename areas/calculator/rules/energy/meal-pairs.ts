import { formatDayOfServices, type ServiceFacts } from '#areas/business/rules/services.ts';
import {
  type MealPlan,
  planServiceKcal,
  SECOND_HELPING_KCAL,
} from '#areas/menu/rules/meal-plan.ts';

/** Which meals on the menu, one of each service, come closest to what a day's meals should provide. Ours. */

export type PairMeal = { id: number; calories: number; protein: number };
export type MealPair<Meal extends PairMeal> = {
  /** One of each service, in the sequence of a day. */
  meals: readonly Meal[];
  /** kcal of them all. */
  calories: number;
};

/** A pair within this share of the target is said to fit. */
const CLOSE_SHARE = 0.1;

/**
 * The pairs closest to `serviceKcal`, closest first, then by protein. No meal is in two pairs while others are left.
 */
export function chooseMealPairs<Meal extends PairMeal>(
  /** The meals of each service. */
  menu: readonly (readonly Meal[])[],
  serviceKcal: number,
  count: number,
): MealPair<Meal>[] {
  const ranked = menu
    .reduce<Meal[][]>(
      (days, meals) => days.flatMap((day) => meals.map((meal) => [...day, meal])),
      [[]],
    )
    .filter((meals) => meals.length > 0)
    .map((meals) => ({ meals, calories: sumOf(meals, 'calories') }))
    .toSorted(
      (a, b) =>
        Math.abs(a.calories - serviceKcal) - Math.abs(b.calories - serviceKcal) ||
        sumOf(b.meals, 'protein') - sumOf(a.meals, 'protein') ||
        idsBefore(a.meals, b.meals),
    );
  const chosen: MealPair<Meal>[] = [];
  for (const pair of ranked) {
    const isFresh = chosen.every((other) =>
      other.meals.every((meal) => !pair.meals.includes(meal)),
    );
    if (isFresh && chosen.length < count) chosen.push(pair);
  }
  const repeats = ranked.filter((pair) => !chosen.includes(pair));
  return [...chosen, ...repeats.slice(0, count - chosen.length)];
}

export function isPairClose(pair: { calories: number }, serviceKcal: number): boolean {
  return Math.abs(pair.calories - serviceKcal) <= CLOSE_SHARE * serviceKcal;
}

function sumOf(meals: readonly PairMeal[], number: 'calories' | 'protein'): number {
  return meals.reduce((sum, meal) => sum + meal[number], 0);
}

function idsBefore(a: readonly PairMeal[], b: readonly PairMeal[]): number {
  const at = a.findIndex(({ id }, index) => id !== b[index]?.id);
  return (a[at]?.id ?? 0) - (b[at]?.id ?? 0);
}

/** What a plan means for the day, as text. */
const SMALL_DAY_BELOW = 1450;

/** For someone whose day has these calories. */
export function mealPlanSentence(calories: number, plan: MealPlan, facts: ServiceFacts): string {
  if (plan.extraMeals > 0) return largeDaySentence(plan, facts);
  const give = facts.services.length === 1 ? 'gives' : 'give';
  const usual = `Your ${formatDayOfServices(facts)} ${give} about ${plan.serviceKcal} of your ${calories} calories a day (${plan.sharePct}%). The other ${plan.restOfDayKcal} are for breakfast, snacks and drinks.`;
  if (calories >= SMALL_DAY_BELOW) return usual;
  const each = facts.services.length === 1 ? '' : ' each';
  return `${usual} Choose the lighter meals, about ${plan.perMealKcal} calories${each}.`;
}

function largeDaySentence(
  { serviceKcal, extraMeals }: MealPlan,
  { services }: ServiceFacts,
): string {
  const meals = services.length === 1 ? 'one meal' : 'two meals';
  const often = extraMeals === 1 ? 'once' : 'twice';
  return `You need more than ${meals} of ours can give. Add a second helping ${often} a day, which brings us to about ${serviceKcal + SECOND_HELPING_KCAL * extraMeals}, and a real breakfast and snacks for the rest.`;
}

/** For whoever chooses a plan without a calculation, and for those whom the calculator advised second helpings. */
export function planChoiceSentence(
  planCalories: number,
  facts: ServiceFacts,
  secondHelpings = 0,
): string {
  const serviceKcal = planServiceKcal(planCalories, facts.services.length);
  const usual = `${formatCalories(planCalories)} Cal a day: about ${formatCalories(serviceKcal)} from ${formatDayOfServices(facts)} here, the rest is breakfast and snacks.`;
  if (secondHelpings === 0) return usual;
  const helpings = secondHelpings === 1 ? 'a second helping' : 'two second helpings';
  const service = serviceKcal + SECOND_HELPING_KCAL * secondHelpings;
  return `${usual} With ${helpings} a day, as the calculator advised: about ${formatCalories(service)} from here.`;
}

function formatCalories(calories: number): string {
  return calories.toLocaleString('en-AU');
}
