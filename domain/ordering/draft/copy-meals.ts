import type { CellToFill } from '#domain/ordering/draft/fill-week.ts';
import { mealAt, type MealAssignment, type Person, placeMeal } from '#domain/people/people.ts';

/**
 * The same meals in the same cells, where `person` has none yet and may have them; the others are named in `leftOut`.
 */
export function copyIntoEmptyCells(
  person: Person,
  from: Pick<Person, 'mealAssignments'>,
  eligible: (person: Person, cell: CellToFill) => readonly { id: number }[],
): { person: Person; leftOut: MealAssignment[] } {
  const empty = from.mealAssignments.filter((meal) => !mealAt(person, meal));
  const mayHave = ({ mealId, ...cell }: MealAssignment) =>
    eligible(person, cell).some(({ id }) => id === mealId);
  return {
    person: empty
      .filter(mayHave)
      .reduce((filled, { mealId, ...cell }) => placeMeal(filled, cell, mealId), person),
    leftOut: empty.filter((meal) => !mayHave(meal)),
  };
}
