/** Who did not get a meal that was meant for several, and why. */
import type { MissedMeal } from '#areas/checkout/rules/draft/share-meals.ts';
import { verdictText } from '#areas/checkout/rules/draft/meal-for.ts';
import type { Person } from '#areas/order-book/rules/people.ts';

export type MissedBy = {
  personIndex: number;
  name: string;
  /** "Not on Mia’s: cashew." */
  words: string;
  /** The first of their cells that stayed as it was. */
  cell: MissedMeal['cell'];
};

/** One entry a person, in the order of the table. */
export function missedByPerson(
  people: readonly Pick<Person, 'name'>[],
  missed: readonly MissedMeal[],
): MissedBy[] {
  const byPerson = Map.groupBy(missed, ({ personIndex }) => personIndex);
  return [...byPerson].flatMap(([personIndex, meals]) => {
    const [first] = meals;
    const name = people[personIndex]?.name ?? '';
    if (!first) return [];
    const reasons = new Set(meals.map(({ verdict }) => verdictText(verdict)));
    const words = `Not on ${name}’s: ${[...reasons].join(', ')}.`;
    return [{ personIndex, name, words, cell: first.cell }];
  });
}

/** "On 3 tables." */
export function onTables(count: number): string {
  return count === 1 ? 'On 1 table.' : `On ${count} tables.`;
}
