/** A second helping: one more portion for the same person at the same time. Ours. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { personKey } from '#platform/rules/customer-name.ts';

export const MOST_HELPINGS = 2;

type Placed = { personName: string; mealDate: PlainDate; mealType: MealType };

/** Items with the same place are eaten by one person at one time. */
export function placeOf({ personName, mealDate, mealType }: Placed): string {
  return `${personKey(personName)}|${mealDate}|${mealType}`;
}

/** For each item, which portion of its time it is: 1 or 2, in the order given. */
export function helpingsOf(items: readonly Placed[]): number[] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const helping = (counts.get(placeOf(item)) ?? 0) + 1;
    counts.set(placeOf(item), helping);
    return helping;
  });
}
