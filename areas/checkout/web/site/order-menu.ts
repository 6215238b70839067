/**
 * The menu as the wizard needs it: by id, by cell, with prices in cents. Only meals on sale, though staff are sent the
 * others too.
 */
import { isServed, type ServiceFacts } from '#areas/business/rules/services.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { type Cents, parseAmount, sumCents } from '#platform/rules/money.ts';
import { isMealAvailableOn } from '#areas/menu/rules/menu-week.ts';
import type { OrderNotice } from '#areas/order-book/web/kept-order-draft.ts';
import type { MealAssignment } from '#areas/order-book/rules/people.ts';

export type CellKey = { date: PlainDate; mealType: MealType };

export type OrderMenu = {
  meals: readonly MealReply[];
  find: (mealId: number) => MealReply | undefined;
  priceCentsOf: (mealId: number) => Cents | undefined;
};

export function orderMenu(meals: readonly MealReply[], facts: ServiceFacts): OrderMenu {
  const onSale = meals.filter((meal) => meal.isActive && isServed(meal.mealType, facts));
  const byId = new Map(onSale.map((meal) => [meal.id, meal]));
  return {
    meals: onSale,
    find: (mealId) => byId.get(mealId),
    priceCentsOf: (mealId) => parseAmount(byId.get(mealId)?.price ?? '') ?? undefined,
  };
}

export function mealsFor(menu: OrderMenu, cell: CellKey): MealReply[] {
  return menu.meals.filter((meal) => isMealOffered(meal, cell));
}

export function isMealOffered(meal: MealReply | undefined, cell: CellKey): boolean {
  return (
    meal !== undefined && meal.mealType === cell.mealType && isMealAvailableOn(meal, cell.date)
  );
}

/** How a meal that was placed for "Same as last week" stands to last week's. */
type OrderedAgain = Extract<OrderNotice, { kind: 'laid-again' }>;

/** "as last week", "new", "instead of Duck Curry"; empty once that was read. `at`: 1 for a second helping. */
export function lastWeekMark(
  notices: readonly OrderNotice[],
  personName: string,
  { date, mealType }: CellKey,
  { mealId, at }: { mealId: number; at: number },
): string {
  const placed = notices.find((notice): notice is OrderedAgain => notice.kind === 'laid-again');
  if (!placed) return '';
  const gone = placed.meals.find(
    (meal) =>
      meal.personName === personName &&
      meal.date === date &&
      meal.mealType === mealType &&
      meal.at === at,
  );
  if (gone && gone.mealId !== mealId) return `instead of ${gone.name}`;
  return placed.had.includes(mealId) ? 'as last week' : 'new';
}

// Totals of some meals: energy, protein and cost, and gentle words on how they fit the plan.

type OrderTotals = {
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
