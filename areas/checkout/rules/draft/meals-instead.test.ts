import { expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { mealsInstead, nearestInstead } from './meal-for.ts';
import { newOrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { newPerson, placeMeal } from '#areas/order-book/rules/people.ts';
import { anOrderedMeal } from '#quality/support/a-meal.ts';

const TUE = '2026-12-01';
const WED = '2026-12-02';

const aDinner = (id: number, calories: number, change = {}) =>
  anOrderedMeal({ id, calories, allergens: [], freezable: true, ...change });
const MISSING = { date: TUE, mealType: 'dinner', mealId: 9, calories: 500 } as const;

function instead(
  meals: ReturnType<typeof aDinner>[],
  { person = newPerson(1, 1500), left = null as number | null } = {},
) {
  const start = { cartKey: 'x', weekStart: TUE, calorieTarget: 1500 };
  const draft = { ...newOrderDraft(start, defaultBusiness), people: [person] };
  const kitchen = { meals, portionsLeft: () => left, facts: defaultBusiness };
  return mealsInstead(draft, person, MISSING, kitchen, 2).map(({ id }) => id);
}

test('the nearest in calories come first, and no more than asked for', () => {
  expect(instead([aDinner(1, 700), aDinner(2, 510), aDinner(3, 450)])).toEqual([2, 3]);
});

test('the meal itself is first when it can be had by now', () => {
  expect(instead([aDinner(1, 500), aDinner(9, 800)])).toEqual([9, 1]);
});

test.each([
  ['a lunch', { mealType: 'lunch' as const }],
  ['what starts later', { availableFrom: '2026-12-24' }],
])('%s is not offered', (_, change) => {
  expect(instead([aDinner(1, 500, change)])).toEqual([]);
});

test('what they are allergic to is not offered, nor what is sold out', () => {
  const person = { ...newPerson(1, 1500), allergens: ['milk' as const] };
  const meals = [aDinner(1, 500, { allergens: ['milk'] }), aDinner(2, 500, { allergens: null })];
  expect(instead(meals, { person })).toEqual([]);
  expect(instead([aDinner(1, 500)], { left: 0 })).toEqual([]);
});

test('what they have a day later is not offered again', () => {
  const person = placeMeal(newPerson(1, 1500), { date: WED, mealType: 'dinner' }, 1);
  expect(instead([aDinner(1, 500), aDinner(2, 800)], { person })).toEqual([2]);
});

test('unasked, the nearest of the same main ingredient is placed, and never a dearer one', () => {
  const start = { cartKey: 'x', weekStart: TUE, calorieTarget: 1500 };
  const person = newPerson(1, 1500);
  const draft = { ...newOrderDraft(start, defaultBusiness), people: [person] };
  const missing = { ...MISSING, price: '14.00', ingredients: 'Beef brisket, onion' };
  const placed = (...meals: ReturnType<typeof aDinner>[]) =>
    nearestInstead(draft, person, missing, {
      meals,
      portionsLeft: () => null,
      facts: defaultBusiness,
    })?.id;
  const beef = { ingredients: 'Beef mince, tomato', price: '13.00' };
  const lentils = aDinner(2, 500, { ingredients: 'Red lentils, onion', price: '12.00' });
  expect(placed(lentils, aDinner(1, 640, beef))).toBe(1);
  expect(placed(lentils, aDinner(1, 500, { ...beef, price: '14.01' }))).toBe(2);
  expect(placed(aDinner(1, 500, { ...beef, price: '14.01' }))).toBeUndefined();
});
