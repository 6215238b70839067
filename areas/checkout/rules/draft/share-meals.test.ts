import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { mealFor, type MealToPlace } from '#areas/checkout/rules/draft/meal-for.ts';
import {
  copyToOthers,
  othersWhoMayHave,
  type ShareMenu,
} from '#areas/checkout/rules/draft/share-meals.ts';
import { newPerson, type Person, placeMeal } from '#areas/order-book/rules/people.ts';

const TUE = '2026-12-01';
const WED = '2026-12-02';
const dinner = (date: string) => ({ date, mealType: 'dinner' as const });

const facts: Omit<MealToPlace, 'allergens'> = {
  mealType: 'dinner',
  availableFrom: null,
  availableTo: null,
  ingredients: 'Beef.',
  recipeList: '',
  dietaryTags: null,
  shelfLifeDays: 3,
  freezable: true,
};
const MEALS: Record<number, MealToPlace & { id: number }> = {
  1: { ...facts, id: 1, allergens: ['cashew'] },
  2: { ...facts, id: 2, allergens: [] },
  3: { ...facts, id: 3, allergens: null },
};
const menu: ShareMenu = {
  find: (id) => MEALS[id],
  rule: (person, meal, cell) => mealFor(person, meal, cell, cell.date, defaultBusiness),
};

const ben = [1, 2].reduce(
  (person, id, at) => placeMeal(person, dinner([TUE, WED][at] ?? TUE), id),
  newPerson(1, 1500),
);
const mia: Person = { ...newPerson(2, 1500), allergens: ['cashew'] };
const leo = newPerson(3, 1500);
const idsOf = (person: Person | undefined) => person?.mealAssignments.map(({ mealId }) => mealId);

describe('copying to the others', () => {
  test('leaves a clashing cell empty, and names it', () => {
    const { people, missed } = copyToOthers([ben, mia, leo], 0, menu);
    expect(people.map(idsOf)).toEqual([[1, 2], [2], [1, 2]]);
    expect(missed).toEqual([
      {
        personIndex: 1,
        cell: dinner(TUE),
        mealId: 1,
        verdict: { outcome: 'clash', names: ['cashew'] },
      },
    ]);
  });

  test('never gives an undeclared meal to anyone with an allergy, nor one against a diet', () => {
    const source = placeMeal(newPerson(1, 1500), dinner(TUE), 3);
    const vegan: Person = { ...leo, diets: ['vegan'] };
    const { people, missed } = copyToOthers([source, mia, vegan], 0, menu);
    expect(people.map(idsOf)).toEqual([[3], [], []]);
    expect(missed.map(({ verdict }) => verdict.outcome)).toEqual(['undeclared', 'not their diet']);
  });

  test('keeps what the others have, and copies second helpings too', () => {
    const twice = placeMeal(ben, dinner(TUE), 2, 'second');
    const busy = placeMeal(leo, dinner(WED), 1);
    const { people } = copyToOthers([twice, busy], 0, menu);
    expect(people[1]?.mealAssignments.filter(({ date }) => date === TUE)).toHaveLength(2);
    expect(people[1]?.mealAssignments.find(({ date }) => date === WED)?.mealId).toBe(1);
  });
});

test('the same for everyone goes to those who may have it', () => {
  const { others, missed } = othersWhoMayHave(
    [ben, mia, leo],
    0,
    { ...dinner(TUE), mealId: 1 },
    menu,
  );
  expect(others).toEqual([2]);
  expect(missed).toMatchObject([{ personIndex: 1, verdict: { names: ['cashew'] } }]);
});
