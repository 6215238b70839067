/** Meals on the table that declare an allergen of the person they are for: they come off, and are named. Ours. */
import type { ListedFood } from '#areas/needs/rules/gate/food-facts.ts';
import { clashOf, clashText } from '#areas/needs/rules/gate/verdict.ts';
import type { MealAssignment, Person } from '#areas/order-book/rules/people.ts';

/** `why`: "contains peanut". */
export type ClashingMeal = MealAssignment & { personName: string; why: string };

type FindMeal = (mealId: number) => ListedFood | undefined;

export function takeOffClashes(
  people: readonly Person[],
  find: FindMeal,
): { people: Person[]; removed: ClashingMeal[] } {
  const removed: ClashingMeal[] = [];
  const kept = people.map((person) => {
    const clashing = person.mealAssignments.flatMap((assignment) => {
      const meal = find(assignment.mealId);
      const clash = meal ? clashOf(meal, person) : null;
      return clash === null ? [] : [{ assignment, why: clashText(clash) }];
    });
    if (clashing.length === 0) return person;
    const off = new Set(clashing.map(({ assignment }) => assignment));
    removed.push(
      ...clashing.map(({ assignment, why }) => ({ ...assignment, personName: person.name, why })),
    );
    return { ...person, mealAssignments: person.mealAssignments.filter((meal) => !off.has(meal)) };
  });
  return { people: kept, removed };
}
