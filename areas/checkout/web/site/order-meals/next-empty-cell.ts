import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { mealAt, type Person } from '#areas/order-book/rules/people.ts';

type Place = { personIndex: number; date: PlainDate; mealType: MealType };

/**
 * Where choosing meals goes on: the same person's next empty day for the same kind of meal, then the next person's. Null
 * when all are full.
 */
export function nextEmptyCell(
  people: readonly Person[],
  days: readonly PlainDate[],
  { personIndex, date, mealType }: Place,
): Place | null {
  const today = days.indexOf(date);
  for (let step = 0; step < people.length; step += 1) {
    const index = (personIndex + step) % people.length;
    const inOrder =
      step === 0 ? [...days.slice(today + 1), ...days.slice(0, today + 1)] : [...days];
    const found = firstEmptyDay(people[index], inOrder, mealType);
    if (found) return { personIndex: index, date: found, mealType };
  }
  return null;
}

export function firstEmptyDay(
  person: Person | undefined,
  days: readonly PlainDate[],
  mealType: MealType,
): PlainDate | undefined {
  return person && days.find((date) => !mealAt(person, { date, mealType }));
}
