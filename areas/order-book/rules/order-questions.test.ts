import { expect, test } from 'vitest';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import type { FoodAnswer } from '#areas/needs/rules/food-question.ts';
import { wrongAnswers } from '#areas/order-book/rules/order-questions.ts';

const ORDER = {
  customer: { specialInstructions: 'allergic to rambutan' },
  people: [{ name: 'Zoe', ...NO_FOOD_NEEDS }],
};
const NO_FOOD: FoodAnswer = {
  quote: 'allergic to rambutan',
  personName: 'zoe ',
  answer: 'not_food',
};

test('a word that a meal of ours lists is a food', () => {
  const order = { ...ORDER, foodAnswers: [NO_FOOD] };
  expect(wrongAnswers(order, ['Rice, lychee'])).toEqual([]);
  expect(wrongAnswers(order, ['Rice, lychee', 'Rambutans (40%)'])).toMatchObject([
    { field: 'foodAnswers.0.answer' },
  ]);
});
