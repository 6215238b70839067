/** Meals on the table that declare an allergen of the person they are for: they come off, and are named. Ours. */
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';
import { type Clash, clashOf } from '#areas/needs/rules/food-needs.ts';
import type { MealAssignment, Person } from '#areas/order-book/rules/people.ts';

export type ClashingMeal = MealAssignment & { personName: string; allergens: Clash };

type FindMeal = (mealId: number) => Pick<MealFacts, 'allergens'> | undefined;

export function takeOffClashes(
  people: readonly Person[],
  find: FindMeal,
): { people: Person[]; removed: ClashingMeal[] } {
  const removed: ClashingMeal[] = [];
  const kept = people.map((person) => {
    const clashing = person.mealAssignments.flatMap((assignment) => {
      const meal = find(assignment.mealId);
      const allergens = meal ? clashOf(meal, person) : [];
      return allergens.length === 0 ? [] : [{ assignment, allergens }];
    });
    if (clashing.length === 0) return person;
    const off = new Set(clashing.map(({ assignment }) => assignment));
    removed.push(
      ...clashing.map(({ assignment, allergens }) => ({
        ...assignment,
        personName: person.name,
        allergens,
      })),
    );
    return { ...person, mealAssignments: person.mealAssignments.filter((meal) => !off.has(meal)) };
  });
  return { people: kept, removed };
}
