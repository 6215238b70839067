/** Updates a draft that is out of date: another week has opened, or meals are no longer on the menu. */
import { addDays, daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import type { OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import type { MealAssignment } from '#areas/order-book/rules/people.ts';
import { weeklyDayAfter } from '#areas/order-book/rules/weekly-delivery-day.ts';

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
