/** What a basket may still place of meals that are running out. The server decides; this keeps people from a wasted choice. Ours. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { portionKey, type SoldOutMeal } from '#areas/menu/rules/portion-limits.ts';
import { mealAt, type MealAssignment, type Person } from '#areas/order-book/rules/people.ts';

/** For a meal on the day it is eaten; null: enough for everyone. */
export type PortionsOf = (mealId: number, date: PlainDate) => number | null;

export const ENOUGH: PortionsOf = () => null;

type LimitedDays = readonly {
  date: PlainDate;
  limited: readonly Pick<SoldOutMeal, 'mealId' | 'left'>[];
}[];

/** From the days of the ordering week. */
export function portionsInWeek(days: LimitedDays): PortionsOf {
  const left = new Map(
    days.flatMap(({ date, limited }) =>
      limited.map(({ mealId, left: number }) => [portionKey({ mealId, date }), number] as const),
    ),
  );
  return (mealId, date) => left.get(portionKey({ mealId, date })) ?? null;
}

/** How many of a meal are on all tables on a day, second helpings included. */
export function countPlaced(people: readonly Person[], mealId: number, date: PlainDate): number {
  return people.reduce(
    (sum, { mealAssignments }) =>
      sum + mealAssignments.filter((meal) => meal.mealId === mealId && meal.date === date).length,
    0,
  );
}

/**
 * How many more of it may be placed here; null: as many as wanted. What this person has in the cell already goes when
 * another takes its place, so it is not counted.
 */
export function leftToPlace(
  left: PortionsOf,
  people: readonly Person[],
  {
    person,
    mealId,
    cell,
  }: {
    person: Person | undefined;
    mealId: number;
    cell: Pick<MealAssignment, 'date' | 'mealType'>;
  },
): number | null {
  const all = left(mealId, cell.date);
  if (all === null) return null;
  const own = person && mealAt(person, cell)?.mealId === mealId ? 1 : 0;
  return Math.max(0, all - countPlaced(people, mealId, cell.date) + own);
}
