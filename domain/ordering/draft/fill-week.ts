/**
 * Shortcuts to fill a week: varied meals near half of a person's calorie target (lunch and dinner share it), or a copy
 * of another person's meals.
 */
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { MealType } from '#domain/menu/meal.ts';
import type { MealFacts } from '#domain/menu/meal-fields.ts';
import { isMealAvailableOn } from '#domain/ordering/check/meal-availability.ts';
import { mealAt, type Person, placeMeal } from '#domain/people/people.ts';

export type MenuMeal = Pick<
  MealFacts,
  'mealType' | 'calories' | 'availableFrom' | 'availableTo'
> & { id: number };

type CellKey = { date: PlainDate; mealType: MealType };

/**
 * Existing meals stay. A cell stays empty if the menu has nothing for it. The same input always gives the same week.
 */
export function fillEmptyCells(
  person: Person,
  wish: { days: readonly PlainDate[]; mealTypes: readonly MealType[] },
  menu: readonly MenuMeal[],
): Person {
  const cells = wish.days.flatMap((date) => wish.mealTypes.map((mealType) => ({ date, mealType })));
  return cells.reduce((filled, cell) => {
    if (mealAt(filled, cell)) return filled;
    const meal = bestMealFor(filled, cell, menu);
    return meal ? placeMeal(filled, cell, meal.id) : filled;
  }, person);
}

/** The meals this person has had least often; among those, the closest to half the target. */
function bestMealFor(
  person: Person,
  cell: CellKey,
  menu: readonly MenuMeal[],
): MenuMeal | undefined {
  const half = person.calorieTarget / 2;
  const timesPlaced = (meal: MenuMeal) =>
    person.mealAssignments.filter((assignment) => assignment.mealId === meal.id).length;
  return menu
    .filter((meal) => meal.mealType === cell.mealType && isMealAvailableOn(meal, cell.date))
    .toSorted(
      (a, b) =>
        timesPlaced(a) - timesPlaced(b) ||
        Math.abs(a.calories - half) - Math.abs(b.calories - half) ||
        a.id - b.id,
    )[0];
}

/** The same meals in the same cells, where `person` has none yet. */
export function copyIntoEmptyCells(person: Person, from: Pick<Person, 'mealAssignments'>): Person {
  return from.mealAssignments.reduce((filled, { mealId, ...cell }) => {
    return mealAt(filled, cell) ? filled : placeMeal(filled, cell, mealId);
  }, person);
}
