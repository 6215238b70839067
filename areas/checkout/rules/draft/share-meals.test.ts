import { expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  mealFor,
  type MealToPlace,
  missedText,
  othersWhoMayHave,
  type ShareMenu,
} from './meal-for.ts';
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

test('the same for everyone goes to those who may have it', () => {
  const { others, missed } = othersWhoMayHave(
    [ben, mia, leo],
    0,
    { ...dinner(TUE), mealId: 1 },
    menu,
  );
  expect(others).toEqual([2]);
  expect(missed).toMatchObject([{ personIndex: 1, verdict: { names: ['cashew'] } }]);
  expect(missed.map((one) => missedText([ben, { ...mia, name: 'Mia' }, leo], one))).toEqual([
    'Not Mia: cashew.',
  ]);
});

test('a meal that declares nothing goes to nobody with an allergy, nor one against a diet to anyone', () => {
  const vegan: Person = { ...leo, diets: ['vegan'] };
  const meal = { ...dinner(TUE), mealId: 3 };
  const { others, missed } = othersWhoMayHave([ben, mia, vegan], 0, meal, menu);
  expect(others).toEqual([]);
  expect(missed.map(({ verdict }) => verdict.outcome)).toEqual(['undeclared', 'not their diet']);
});
