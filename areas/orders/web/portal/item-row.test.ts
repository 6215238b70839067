import { expect, test } from 'vitest';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { mealChoices } from '#areas/orders/web/portal/item-row.tsx';
import { anAdminItem, CHICKEN_BOWL } from '#areas/orders/web/portal/test-order.ts';

const stew = { ...CHICKEN_BOWL, id: 12, name: 'Lentil stew', price: '13.49', isActive: false };

test('what was sold stands first, once, at the price it was sold for', () => {
  const menu = [{ ...CHICKEN_BOWL, name: 'Chicken bowl, new recipe', price: '16.99' }, stew];
  expect(mealChoices(menu, anAdminItem(), NO_FOOD_NEEDS).map(({ text }) => text)).toEqual([
    'Chicken bowl, $14.99 as ordered',
    'Lentil stew, $13.49 (inactive)',
  ]);
});

test('a meal that has left the menu can be kept', () => {
  expect(mealChoices([stew], anAdminItem(), NO_FOOD_NEEDS)[0]).toMatchObject({
    id: CHICKEN_BOWL.id,
    mealType: 'lunch',
  });
});

test('for a new item there is the menu', () => {
  expect(mealChoices([CHICKEN_BOWL], undefined, NO_FOOD_NEEDS)).toEqual([
    { id: 11, mealType: 'lunch', price: '14.99', text: 'Chicken bowl, $14.99' },
  ]);
});

test('meals that the person must not eat say why and come last', () => {
  const korma = { ...CHICKEN_BOWL, id: 13, name: 'Korma', allergens: ['cashew' as const] };
  const curry = { ...CHICKEN_BOWL, id: 14, name: 'Curry', allergens: [], ingredients: 'Rice' };
  const texts = mealChoices([korma, { ...stew, allergens: null }, curry], undefined, {
    allergens: ['cashew', 'milk'],
    avoid: [],
  }).map(({ text }) => text);
  expect(texts).toEqual([
    'Curry, $14.99',
    'Korma (contains cashew), $14.99',
    'Lentil stew (allergens not declared), $13.49 (inactive)',
  ]);
});
