import { describe, expect, test } from 'vitest';
import { weekFrom } from '#platform/rules/plain-date.ts';
import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';
import type { Candidate } from '#areas/checkout/rules/draft/fill-candidates.ts';
import { fillTable } from '#areas/checkout/rules/draft/fill-table.ts';
import { mealsAt, newPerson, type Person, placeMeal } from '#areas/order-book/rules/people.ts';

const days = weekFrom('2026-11-24');
const TUE = '2026-11-24';

/** Seven lunches and seven dinners of 480 to 600 Cal. */
const MENU = Array.from({ length: 14 }, (_, at): Candidate => ({
  id: at + 1,
  mealType: at < 7 ? 'lunch' : 'dinner',
  calories: 480 + 20 * (at % 7),
  priceCents: 1500,
  main: null,
  isToFreeze: false,
}));

function fill(
  people: Person[],
  { mealTypes = MEAL_TYPES, menu = MENU }: { mealTypes?: readonly MealType[]; menu?: Candidate[] },
) {
  const seats = people.map((_, personIndex) => ({ personIndex, days, mealTypes }));
  const fillMenu = {
    eligible: (_person: Person, cell: { mealType: MealType }) =>
      menu.filter(({ mealType }) => mealType === cell.mealType),
    find: (id: number) => menu.find((meal) => meal.id === id),
  };
  const wish = { seats, together: 'own', limitCents: null, hasSecond: true } as const;
  return fillTable(people, wish, fillMenu);
}

const countOn = (person: Person | undefined, mealType: MealType, date = TUE) =>
  person ? mealsAt(person, { date, mealType }).length : 0;

function caloriesOn(person: Person | undefined, date: string): number {
  const ids = person?.mealAssignments.filter((meal) => meal.date === date) ?? [];
  return ids.reduce((sum, { mealId }) => sum + (MENU[mealId - 1]?.calories ?? 0), 0);
}

const large = (secondHelpings: number) => ({ ...newPerson(1, 1800), secondHelpings });

describe('a second helping a day', () => {
  test('goes beside the dinner, and brings the day near what the calculator advised', () => {
    const { people, placed, secondHelpings } = fill([large(1)], {});
    expect([placed.length, secondHelpings]).toEqual([14, 7]);
    for (const date of days) {
      expect(countOn(people[0], 'dinner', date)).toBe(2);
      expect(countOn(people[0], 'lunch', date)).toBe(1);
      expect(Math.abs(caloriesOn(people[0], date) - 1620)).toBeLessThan(0.05 * 1620);
    }
  });

  test('two a day go beside both meals', () => {
    const { people, secondHelpings } = fill([large(2)], {});
    expect(secondHelpings).toBe(14);
    for (const date of days) {
      expect([countOn(people[0], 'lunch', date), countOn(people[0], 'dinner', date)]).toEqual([
        2, 2,
      ]);
      expect(Math.abs(caloriesOn(people[0], date) - 2160)).toBeLessThan(0.05 * 2160);
    }
  });

  test('is for those whom the calculator advised it to, and without advice for everyone', () => {
    const advised = fill([large(1), { ...newPerson(2, 1500) }], { mealTypes: ['dinner'] });
    expect(advised.people.map((person) => countOn(person, 'dinner'))).toEqual([2, 1]);
    const everyone = fill([newPerson(1, 1500), newPerson(2, 1500)], { mealTypes: ['dinner'] });
    expect(everyone.people.map((person) => countOn(person, 'dinner'))).toEqual([2, 2]);
  });

  test('never makes a third, and leaves what is placed as it is', () => {
    const cell = { date: TUE, mealType: 'dinner' } as const;
    const placed = placeMeal(placeMeal(large(1), cell, 8), cell, 9, 'second');
    const { people } = fill([placed], { mealTypes: ['dinner'] });
    expect(mealsAt(people[0] ?? placed, cell).map(({ mealId }) => mealId)).toEqual([8, 9]);
  });

  test('comes from the meals that the person may have; with one, once more of the same', () => {
    const menu = MENU.filter(({ id }) => id === 8);
    const { people } = fill([large(1)], { mealTypes: ['dinner'], menu });
    expect(mealsAt(people[0] ?? large(1), { date: TUE, mealType: 'dinner' })).toMatchObject([
      { mealId: 8 },
      { mealId: 8 },
    ]);
  });

  test('costs what its meals cost, and comes out the same every time', () => {
    const once = fill([large(1)], {});
    expect(once.priceCents).toBe(21 * 1500);
    expect(fill([large(1)], {})).toEqual(once);
  });
});
