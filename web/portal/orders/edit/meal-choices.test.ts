import { expect, test } from 'vitest';
import { mealChoices } from './meal-choices.ts';
import { anAdminItem, CHICKEN_BOWL } from '../test-order.ts';

const stew = { ...CHICKEN_BOWL, id: 12, name: 'Lentil stew', price: '13.49', isActive: false };

test('what was sold stands first, once, at the price it was sold for', () => {
  const menu = [{ ...CHICKEN_BOWL, name: 'Chicken bowl, new recipe', price: '16.99' }, stew];
  expect(mealChoices(menu, anAdminItem()).map(({ text }) => text)).toEqual([
    'Chicken bowl, $14.99 as ordered',
    'Lentil stew, $13.49 (inactive)',
  ]);
});

test('a meal that has left the menu can be kept', () => {
  expect(mealChoices([stew], anAdminItem())[0]).toMatchObject({
    id: CHICKEN_BOWL.id,
    mealType: 'lunch',
  });
});

test('for a new item there is the menu', () => {
  expect(mealChoices([CHICKEN_BOWL], undefined)).toEqual([
    { id: 11, mealType: 'lunch', price: '14.99', text: 'Chicken bowl, $14.99' },
  ]);
});
