/** One meal for everyone: only where it suits; anyone who is left out is named. Ours. */
import {
  type CellOfWeek,
  type MealRule,
  type MealToPlace,
  type MealVerdict,
  verdictText,
} from '#areas/checkout/rules/draft/meal-for.ts';
import { type Person, placeMeal } from '#areas/order-book/rules/people.ts';

/** A meal that someone did not get, and why. */
export type MissedMeal = {
  personIndex: number;
  cell: CellOfWeek;
  mealId: number;
  verdict: MealVerdict;
};

export type ShareMenu = {
  rule: MealRule;
  find: (mealId: number) => (MealToPlace & { id: number }) | undefined;
};

/** Who of the others may have the same meal in the same cell. */
export function othersWhoMayHave(
  people: readonly Person[],
  fromIndex: number,
  meal: CellOfWeek & { mealId: number },
  menu: ShareMenu,
): { others: number[]; missed: MissedMeal[] } {
  const { mealId, date, mealType } = meal;
  const cell = { date, mealType };
  const others: number[] = [];
  const missed: MissedMeal[] = [];
  const placed = people.map((person, index) =>
    index === fromIndex ? placeMeal(person, cell, mealId) : person,
  );
  for (const [personIndex, person] of people.entries()) {
    if (personIndex === fromIndex) continue;
    const verdict = verdictOn(person, mealId, cell, menu, placed);
    if (verdict.outcome === 'ok') {
      others.push(personIndex);
      placed[personIndex] = placeMeal(person, cell, mealId);
    } else missed.push({ personIndex, cell, mealId, verdict });
  }
  return { others, missed };
}

function verdictOn(
  person: Person,
  mealId: number,
  cell: CellOfWeek,
  { rule, find }: ShareMenu,
  people: readonly Person[],
): MealVerdict {
  const meal = find(mealId);
  return meal ? rule(person, meal, cell, people) : { outcome: 'not offered' };
}

/** "Not Grandma Elizabeth: fish." */
export function missedText(
  people: readonly Pick<Person, 'name'>[],
  { personIndex, verdict }: Pick<MissedMeal, 'personIndex' | 'verdict'>,
): string {
  return `Not ${people[personIndex]?.name ?? ''}: ${verdictText(verdict)}.`;
}
