import {
  type MealPlan,
  planServiceKcal,
  SECOND_HELPING_KCAL,
} from '#areas/menu/rules/meal-plan.ts';

/** Which lunch and dinner on the menu come closest to what two meals should provide. Ours. */

export type PairMeal = { id: number; calories: number; protein: number };
export type MealPair<Meal extends PairMeal> = {
  lunch: Meal;
  dinner: Meal;
  /** kcal of both. */
  calories: number;
};

/** A pair within this share of the target is said to fit. */
const CLOSE_SHARE = 0.1;

/**
 * The pairs closest to `serviceKcal`, closest first, then by protein. No meal is in two pairs while others are left.
 */
export function chooseMealPairs<Meal extends PairMeal>(
  menu: { lunches: readonly Meal[]; dinners: readonly Meal[] },
  serviceKcal: number,
  count: number,
): MealPair<Meal>[] {
  const ranked = menu.lunches
    .flatMap((lunch) =>
      menu.dinners.map((dinner) => ({ lunch, dinner, calories: lunch.calories + dinner.calories })),
    )
    .toSorted(
      (a, b) =>
        Math.abs(a.calories - serviceKcal) - Math.abs(b.calories - serviceKcal) ||
        proteinOf(b) - proteinOf(a) ||
        a.lunch.id - b.lunch.id ||
        a.dinner.id - b.dinner.id,
    );
  const chosen: MealPair<Meal>[] = [];
  for (const pair of ranked) {
    const isFresh = chosen.every(
      (other) => other.lunch.id !== pair.lunch.id && other.dinner.id !== pair.dinner.id,
    );
    if (isFresh && chosen.length < count) chosen.push(pair);
  }
  const repeats = ranked.filter((pair) => !chosen.includes(pair));
  return [...chosen, ...repeats.slice(0, count - chosen.length)];
}

export function isPairClose(pair: { calories: number }, serviceKcal: number): boolean {
  return Math.abs(pair.calories - serviceKcal) <= CLOSE_SHARE * serviceKcal;
}

function proteinOf({ lunch, dinner }: MealPair<PairMeal>): number {
  return lunch.protein + dinner.protein;
}

/** What a plan means for the day, as text. */
const SMALL_DAY_BELOW = 1450;

/** For someone whose day has these calories. */
export function mealPlanSentence(calories: number, plan: MealPlan): string {
  if (plan.extraMeals > 0) return largeDaySentence(plan);
  const usual = `Your lunch and dinner give about ${plan.serviceKcal} of your ${calories} calories a day (${plan.sharePct}%). The other ${plan.restOfDayKcal} are for breakfast, snacks and drinks.`;
  if (calories >= SMALL_DAY_BELOW) return usual;
  return `${usual} Choose the lighter meals, about ${plan.perMealKcal} calories each.`;
}

function largeDaySentence({ serviceKcal, extraMeals }: MealPlan): string {
  const often = extraMeals === 1 ? 'once' : 'twice';
  return `You need more than two meals of ours can give. Add a second helping ${often} a day, which brings us to about ${serviceKcal + SECOND_HELPING_KCAL * extraMeals}, and a real breakfast and snacks for the rest.`;
}

/** For whoever chooses a plan without a calculation, and for those whom the calculator advised second helpings. */
export function planChoiceSentence(planCalories: number, secondHelpings = 0): string {
  const usual = `${formatCalories(planCalories)} Cal a day: about ${formatCalories(planServiceKcal(planCalories))} from lunch and dinner here, the rest is breakfast and snacks.`;
  if (secondHelpings === 0) return usual;
  const helpings = secondHelpings === 1 ? 'a second helping' : 'two second helpings';
  const service = planServiceKcal(planCalories) + SECOND_HELPING_KCAL * secondHelpings;
  return `${usual} With ${helpings} a day, as the calculator advised: about ${formatCalories(service)} from here.`;
}

function formatCalories(calories: number): string {
  return calories.toLocaleString('en-AU');
}
