/**
 * When meals arrive and when they are eaten: a delivery never comes after the meal.
 */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { mealAt, mealsAt, type Person, placeMeal } from '#areas/order-book/rules/people.ts';

/** The first meal date: the last possible day for a weekly delivery. Null without meals. */
export function earliestMealDate(
  people: readonly Pick<Person, 'mealAssignments'>[],
): PlainDate | null {
  const dates = people.flatMap((person) => person.mealAssignments.map((meal) => meal.date));
  return dates.length === 0 ? null : dates.reduce((first, date) => (date < first ? date : first));
}

/**
 * Moves every meal that would be eaten before `day` to that person's next free date for the same kind of meal, both helpings
 * together. Returns
 * null, moving nothing, if someone has no free date left.
 */
export function moveMealsTo(
  people: readonly Person[],
  day: PlainDate,
  weekDays: readonly PlainDate[],
): Person[] | null {
  const moved: Person[] = [];
  for (const person of people) {
    const early = person.mealAssignments.filter(
      (meal) => meal.date < day && mealAt(person, meal) === meal,
    );
    let result: Person = {
      ...person,
      mealAssignments: person.mealAssignments.filter((meal) => meal.date >= day),
    };
    for (const meal of early) {
      const taken = new Set(
        result.mealAssignments
          .filter((other) => other.mealType === meal.mealType)
          .map((other) => other.date),
      );
      const free = weekDays.find((date) => date >= day && !taken.has(date));
      if (free === undefined) return null;
      const cell = { date: free, mealType: meal.mealType };
      const [first, second] = mealsAt(person, meal);
      result = placeMeal(result, cell, first?.mealId ?? null);
      if (second) result = placeMeal(result, cell, second.mealId, 'second');
    }
    moved.push(result);
  }
  return moved;
}
