import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { expect, test } from 'vitest';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { listSamples } from './site.ts';

const menuOf = (lunches: number, dinners: number) => [
  ...Array.from({ length: lunches }, (_, id) => anOrderedMeal({ id, mealType: 'lunch' })),
  ...Array.from({ length: dinners }, (_, id) =>
    anOrderedMeal({ id: 100 + id, mealType: 'dinner' }),
  ),
];
const idsOf = (lunches: number, dinners: number) =>
  listSamples(menuOf(lunches, dinners), defaultBusiness).map(({ id }) => id);

test('two lunches and two dinners are shown, other ones than at the top of the home page if there are', () => {
  expect(idsOf(9, 9)).toEqual([2, 3, 101, 102]);
  expect(idsOf(3, 2)).toEqual([0, 1, 100, 101]);
  expect(idsOf(1, 0)).toEqual([0]);
});

test('where one service has too few meals, the other makes up four', () => {
  expect(idsOf(9, 1)).toEqual([2, 3, 100, 0]);
  expect(idsOf(0, 9)).toEqual([101, 102, 100, 103]);
});

test('samples of the menu have its prices', () => {
  expect(listSamples([anOrderedMeal({ price: '15.49' })], defaultBusiness)).toMatchObject([
    { price: '15.49' },
  ]);
});

test('an empty menu has two lunches and two dinners as examples, without a price', () => {
  const examples = listSamples([], defaultBusiness);
  expect(examples.map(({ mealType }) => mealType)).toEqual(['lunch', 'lunch', 'dinner', 'dinner']);
  expect(examples.map(({ price }) => price)).toEqual([null, null, null, null]);
  expect(new Set(examples.map(({ id }) => id)).size).toBe(4);
});

test('a kitchen of one service shows four meals of it', () => {
  const services = defaultBusiness.services.filter(({ type }) => type === 'lunch');
  expect(listSamples(menuOf(9, 0), { services }).map(({ id }) => id)).toEqual([3, 4, 5, 6]);
  expect(listSamples([], { services }).map(({ mealType }) => mealType)).toEqual(
    Array.from({ length: 4 }, () => 'lunch'),
  );
});
