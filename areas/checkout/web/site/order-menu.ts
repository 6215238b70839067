/**
 * The menu as the wizard needs it: by id, by cell, with prices in cents. Only meals on sale, though staff are sent the
 * others too.
 */
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { type Cents, parseAmount } from '#platform/rules/money.ts';
import { isMealAvailableOn } from '#areas/menu/rules/meal-availability.ts';

/** A cell: lunch or dinner of a date. */
export type CellKey = { date: PlainDate; mealType: MealType };

export type OrderMenu = {
  meals: readonly MealReply[];
  find: (mealId: number) => MealReply | undefined;
  priceCentsOf: (mealId: number) => Cents | undefined;
};

export function orderMenu(meals: readonly MealReply[]): OrderMenu {
  const onSale = meals.filter((meal) => meal.isActive);
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
