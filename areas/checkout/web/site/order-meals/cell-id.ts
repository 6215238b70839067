import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';

/** The element of a cell, for links that lead there. */
export function cellId(cell: { personIndex: number; date: PlainDate; mealType: MealType }): string {
  return `cell-${cell.personIndex}-${cell.date}-${cell.mealType}`;
}
