/** What a plan means for the rest of the day, as text. */
import { type MealPlan, SMALLEST_BREAKFAST_KCAL } from './meal-plan.ts';

const SMALL_DAY_BELOW = 1500;
const LARGE_DAY_FROM = 3000;

export function mealPlanSentence(calories: number, plan: MealPlan): string {
  if (calories < SMALL_DAY_BELOW) {
    return `Choose the lighter meals, about ${plan.perMealKcal} calories each, and keep at least ${SMALLEST_BREAKFAST_KCAL} for breakfast. The ${plan.planCalories} plan would be most of your day.`;
  }
  if (calories >= LARGE_DAY_FROM) return largeDaySentence(plan);
  return `Your lunch and dinner provide about ${plan.planCalories} of your ${calories} calories a day (${plan.sharePct}%). The other ${plan.restOfDayKcal} are for breakfast, snacks and drinks.`;
}

function largeDaySentence({ restOfDayKcal, extraMeals }: MealPlan): string {
  const advice = `You need more than two meals can provide. Add about ${restOfDayKcal} calories: a proper breakfast (600-800) and three or four snacks (200-300 each): milk, yoghurt, nuts, fruit, sandwiches`;
  if (extraMeals === 0) return `${advice}.`;
  const meals = extraMeals === 1 ? '1 extra meal' : `${extraMeals} extra meals`;
  return `${advice}, or order ${meals} a day; our meals then cover about 60% of your day.`;
}
