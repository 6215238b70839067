/** How many portions of a meal may be sold for a day, or for an ordering week. Ours. */
import type { PlainDate } from '#platform/rules/plain-date.ts';

export const PORTION_SCOPES = ['day', 'week'] as const;
/** `week`: its date is the first day of the ordering week. */
export type PortionScope = (typeof PORTION_SCOPES)[number];

export const MOST_PORTIONS = 9999;

/** From this many down, customers are told how many are left. */
export const FEW_PORTIONS = 5;

/** A meal on the day it is eaten. */
export type PortionKey = { mealId: number; date: PlainDate };

export type Portions = PortionKey & { portions: number };

/** A meal that has fewer portions left than were asked for. */
export type SoldOutMeal = PortionKey & { left: number };

/** `portions` null: no limit. */
export type PortionCount = { portions: number | null; held: number; booked: number };

/** Never negative, although staff may have gone over; null: no limit. */
export function portionsLeft({ portions, held, booked }: PortionCount): number | null {
  return portions === null ? null : Math.max(0, portions - held - booked);
}

/** The smaller of a day's and its week's; null: neither has a limit. */
export function fewerLeft(...left: readonly (number | null)[]): number | null {
  const known = left.filter((each) => each !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** One line for each meal and day: a second helping is one portion more. */
export function portionsByMeal(
  items: readonly { mealId: number; mealDate: PlainDate }[],
): Portions[] {
  const counted = new Map<string, Portions>();
  for (const { mealId, mealDate: date } of items) {
    const key = portionKey({ mealId, date });
    const portions = (counted.get(key)?.portions ?? 0) + 1;
    counted.set(key, { mealId, date, portions });
  }
  return [...counted.values()];
}

/** What is needed more (positive) or less; a swap between two people of one day is nothing. */
export function portionDifference(
  before: readonly Portions[],
  after: readonly Portions[],
): Portions[] {
  const sums = new Map<string, Portions>();
  for (const [list, sign] of [
    [before, -1],
    [after, 1],
  ] as const)
    for (const { mealId, date, portions } of list) {
      const key = portionKey({ mealId, date });
      sums.set(key, {
        mealId,
        date,
        portions: (sums.get(key)?.portions ?? 0) + sign * portions,
      });
    }
  return [...sums.values()].filter(({ portions }) => portions !== 0);
}

export function portionKey({ mealId, date }: PortionKey): string {
  return `${mealId}|${date}`;
}

/** The order in which rows are locked everywhere, so that no two transactions deadlock. */
export function comparePortionRows(
  a: PortionKey & { scope: PortionScope },
  b: PortionKey & { scope: PortionScope },
): number {
  return (
    a.mealId - b.mealId ||
    (a.date < b.date ? -1 : a.date > b.date ? 1 : 0) ||
    (a.scope < b.scope ? -1 : a.scope > b.scope ? 1 : 0)
  );
}

/** Why staff may not set this limit, as a sentence; null: they may. */
export function limitProblem(portions: number | null, sold: number): string | null {
  if (portions === null || portions >= sold) return null;
  return `${sold} are sold or being paid for. Set ${sold} or more, or stop selling.`;
}
