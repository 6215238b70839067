/** One person's meals for the others too: only where they suit; everything left out is named. Ours. */
import type {
  CellOfWeek,
  MealRule,
  MealToPlace,
  MealVerdict,
} from '#areas/checkout/rules/draft/meal-for.ts';
import { mealsAt, type Person, placeMeal } from '#areas/order-book/rules/people.ts';

/** A meal that someone did not get, and why. */
export type MissedMeal = {
  personIndex: number;
  cell: CellOfWeek;
  mealId: number;
  verdict: MealVerdict;
};

export type SharedMeals = { people: Person[]; missed: MissedMeal[] };

export type ShareMenu = {
  rule: MealRule;
  find: (mealId: number) => (MealToPlace & { id: number }) | undefined;
};

/** Into the others' empty cells, second helpings included. */
export function copyToOthers(
  people: readonly Person[],
  fromIndex: number,
  menu: ShareMenu,
): SharedMeals {
  const from = people[fromIndex];
  const missed: MissedMeal[] = [];
  const copied = [...people];
  for (const [personIndex, person] of people.entries()) {
    if (!from || personIndex === fromIndex) continue;
    for (const { mealId, ...cell } of from.mealAssignments) {
      if (mealsAt(person, cell).length > 0) continue;
      const verdict = verdictOn(person, mealId, cell, menu, copied);
      const filled = copied[personIndex] ?? person;
      if (verdict.outcome === 'ok') copied[personIndex] = addMeal(filled, cell, mealId);
      else missed.push({ personIndex, cell, mealId, verdict });
    }
  }
  return { people: copied, missed };
}

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

function addMeal(person: Person, cell: CellOfWeek, mealId: number): Person {
  const helping = mealsAt(person, cell).length === 0 ? 'first' : 'second';
  return placeMeal(person, cell, mealId, helping);
}
