import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { MealType } from '#domain/menu/meal.ts';

/** The element of a cell, for links that lead there. */
export function cellId(cell: { personIndex: number; date: PlainDate; mealType: MealType }): string {
  return `cell-${cell.personIndex}-${cell.date}-${cell.mealType}`;
}
