/** Updates a draft that is out of date: another week has opened, or meals are no longer on the menu. */
import { addDays, daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import type { OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import type { MealAssignment, Person } from '#areas/order-book/rules/people.ts';
import { weeklyDayAfter } from '#areas/order-book/rules/meal-dates.ts';
import type { ListedFood } from '#areas/needs/rules/gate/food-facts.ts';
import { clashOf, clashText } from '#areas/needs/rules/gate/verdict.ts';

/** Moves everything planned to the same weekdays of the week starting on `weekStart`; people and customer stay. */
export function moveDraftToWeek(draft: OrderDraft, weekStart: PlainDate): OrderDraft {
  const days = daysBetween(draft.weekStart, weekStart);
  const moved = (date: PlainDate) => addDays(date, days);
  return {
    ...draft,
    weekStart,
    people: draft.people.map((person) => ({
      ...person,
      mealAssignments: person.mealAssignments.map((meal) => ({ ...meal, date: moved(meal.date) })),
    })),
    weeklyDeliveryDay: draft.weeklyDeliveryDay === null ? null : moved(draft.weeklyDeliveryDay),
    windowByDate: Object.fromEntries(
      Object.entries(draft.windowByDate).map(([date, window]) => [moved(date), window]),
    ),
  };
}

export type RemovedMeal = MealAssignment & { personName: string };

/** Removes every meal that is no longer available, and lists them in the order of people and their meals. */
export function removeUnavailableMeals(
  draft: OrderDraft,
  canStay: (meal: MealAssignment) => boolean,
): { draft: OrderDraft; removed: RemovedMeal[] } {
  const removed = draft.people.flatMap((person) =>
    person.mealAssignments
      .filter((meal) => !canStay(meal))
      .map((meal) => ({ ...meal, personName: person.name })),
  );
  if (removed.length === 0) return { draft, removed };
  const people = draft.people.map((person) => ({
    ...person,
    mealAssignments: person.mealAssignments.filter(canStay),
  }));
  const weeklyDeliveryDay = weeklyDayAfter(draft.weeklyDeliveryDay, draft.people, people);
  return { draft: { ...draft, people, weeklyDeliveryDay }, removed };
}

// Meals on the table that declare an allergen of the person they are for: they come off, and are named. Ours.

/** `why`: "contains peanut". */
type ClashingMeal = MealAssignment & { personName: string; why: string };

export function takeOffClashes(
  people: readonly Person[],
  find: (mealId: number) => ListedFood | undefined,
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
