/** What a plan means for the day, as text. Joined with the pairs of meals, these would be in the first load of /order. */
import { formatDayOfServices, type ServiceFacts } from '#areas/business/rules/services.ts';
import type { MealPlan } from '#areas/menu/rules/meal-plan.ts';
import { planServiceKcal, SECOND_HELPING_KCAL } from '#areas/menu/rules/plan-share.ts';

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

/** For anyone who chooses a plan without a calculation, and for those whom the calculator advised second helpings. */
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
