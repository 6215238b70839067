import { describe, expect, test } from 'vitest';
import { weekFrom } from '#domain/calendar/plain-date.ts';
import {
  copyIntoEmptyCells,
  fillEmptyCells,
  type MenuMeal,
} from '#domain/ordering/draft/fill-week.ts';
import { newPerson, placeMeal } from '#domain/people/people.ts';

const days = weekFrom('2026-11-24');
const ben = newPerson(1, 1200);

function meal(id: number, changes: Partial<MenuMeal> = {}): MenuMeal {
  return {
    id,
    mealType: 'dinner',
    calories: 600,
    availableFrom: null,
    availableTo: null,
    ...changes,
  };
}

function mealIds(person: typeof ben): number[] {
  return person.mealAssignments
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .map(({ mealId }) => mealId);
}

describe('filling the empty places of a week', () => {
  test('starts with the meal nearest to half of the calorie target', () => {
    const menu = [
      meal(1, { calories: 450 }),
      meal(2, { calories: 610 }),
      meal(3, { calories: 700 }),
    ];
    expect(
      mealIds(fillEmptyCells(ben, { days: days.slice(0, 1), mealTypes: ['dinner'] }, menu)),
    ).toEqual([2]);
  });

  test('repeats a meal only after every other has had its turn', () => {
    const menu = [meal(1), meal(2), meal(3)];
    const filled = fillEmptyCells(ben, { days, mealTypes: ['dinner'] }, menu);
    expect(mealIds(filled)).toEqual([1, 2, 3, 1, 2, 3, 1]);
  });

  test('keeps what the customer has chosen and counts it as had', () => {
    const cell = { date: '2026-11-24', mealType: 'dinner' as const };
    const filled = fillEmptyCells(
      placeMeal(ben, cell, 1),
      { days: days.slice(0, 2), mealTypes: ['dinner'] },
      [meal(1), meal(2)],
    );
    expect(mealIds(filled)).toEqual([1, 2]);
  });

  test('puts lunches at lunch, dinners at dinner, and only what is asked for', () => {
    const menu = [meal(1), meal(2, { mealType: 'lunch' })];
    const both = fillEmptyCells(ben, { days, mealTypes: ['lunch', 'dinner'] }, menu);
    expect(both.mealAssignments).toHaveLength(14);
    expect(
      both.mealAssignments.every(
        ({ mealType, mealId }) => (mealType === 'lunch') === (mealId === 2),
      ),
    ).toBe(true);
    expect(fillEmptyCells(ben, { days, mealTypes: ['lunch'] }, menu).mealAssignments).toHaveLength(
      7,
    );
  });

  test('leaves a place empty on a day on which nothing is on the menu', () => {
    const menu = [meal(1, { availableTo: '2026-11-25' })];
    expect(mealIds(fillEmptyCells(ben, { days, mealTypes: ['dinner'] }, menu))).toEqual([1, 1]);
  });
});

test('a person gets what another has, wherever they have nothing of their own', () => {
  const tuesday = { date: '2026-11-24', mealType: 'dinner' as const };
  const wednesday = { date: '2026-11-25', mealType: 'lunch' as const };
  const from = placeMeal(placeMeal(ben, tuesday, 1), wednesday, 2);
  expect(
    copyIntoEmptyCells(placeMeal(newPerson(2, 1500), tuesday, 9), from).mealAssignments,
  ).toEqual([
    { ...tuesday, mealId: 9 },
    { ...wednesday, mealId: 2 },
  ]);
});
