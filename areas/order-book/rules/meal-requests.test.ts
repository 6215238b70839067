import { expect, test } from 'vitest';
import { mealRequests } from '#areas/order-book/rules/order-questions.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';

const MIA = { name: 'Mia', ...NO_FOOD_NEEDS, allergens: ['peanut' as const] };
const A_BAG = {
  orderNumber: 'A',
  deliveryStatus: 'planned',
  stop: 7,
  needs: [],
  specialWords: [],
} as const;
const anItem = (personName: string, isConcerned = true) => ({
  mealId: 1,
  personName,
  isConcerned,
  onHold: null,
  agreedTo: [],
  traces: [],
});

test('a meal tells for whom it is made on the clean bench, and whose instructions to read', () => {
  const bags = [
    {
      ...A_BAG,
      specialWords: ['onion'],
      items: [anItem('Ben'), anItem('Ben'), anItem('Leo', false)],
    },
    { ...A_BAG, stop: 9, needs: [MIA], items: [anItem('Mia')] },
  ];
  expect(mealRequests(1, bags)).toEqual([
    '1 for Mia (peanut): clean bench',
    '2 for Ben, stop 7 (onion): read the instructions',
  ]);
  expect(mealRequests(2, bags)).toEqual([]);
});

test('whoever is named with their needs is not named again for the instructions', () => {
  const bag = { ...A_BAG, needs: [MIA], specialWords: ['nut'], items: [anItem('Mia')] };
  expect(mealRequests(1, [bag])).toEqual(['1 for Mia (peanut): clean bench']);
});
