/** Totals of some meals: energy, protein and cost, and gentle words on how they fit the plan. */
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { type Cents, parseAmount, sumCents } from '#platform/rules/money.ts';
import type { MealAssignment } from '#areas/order-book/rules/people.ts';
import type { OrderMenu } from './order-menu.ts';

export type OrderTotals = {
  meals: number;
  calories: number;
  proteinGrams: number;
  priceCents: Cents;
};

/** A day within this share of what the plan expects of our meals counts as on plan. */
const NEAR_PLAN = 0.1;

export function totalsOf(assignments: readonly MealAssignment[], menu: OrderMenu): OrderTotals {
  const meals = assignments
    .map(({ mealId }) => menu.find(mealId))
    .filter((meal) => meal !== undefined);
  return {
    meals: meals.length,
    calories: sumOf(meals, 'calories'),
    proteinGrams: sumOf(meals, 'protein'),
    priceCents: sumCents(meals.map((meal) => parseAmount(meal.price) ?? 0)),
  };
}

function sumOf(meals: readonly MealReply[], number: 'calories' | 'protein'): number {
  return meals.reduce((sum, meal) => sum + meal[number], 0);
}

/** How a day's meals compare with what the plan expects of them (`planServiceKcal`). `services`: how many a day. */
export function formatPlanFit(
  { meals, calories }: Pick<OrderTotals, 'meals' | 'calories'>,
  serviceKcal: number,
  services: number,
): string {
  if (meals === 0) return 'Nothing planned';
  if (meals < services) return 'One meal so far';
  const leftOver = serviceKcal - calories;
  if (Math.abs(leftOver) <= serviceKcal * NEAR_PLAN) return 'Right on plan';
  const tens = formatCount(Math.round(Math.abs(leftOver) / 10) * 10);
  return leftOver > 0 ? `Room for ${tens} Cal more` : `A hearty day: ${tens} Cal above plan`;
}

/** 1050 -> "1,050". */
export function formatCount(count: number): string {
  return count.toLocaleString('en-AU');
}
