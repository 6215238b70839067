import { expect, test } from 'vitest';
import { chooseMealPlan } from './meal-plan.ts';
import { mealPlanSentence } from './meal-plan-sentence.ts';

const sentence = (calories: number) =>
  mealPlanSentence(calories, chooseMealPlan(calories, 'maintain', [1200, 1500, 1800]));

test('an ordinary day: the plan, its share and what it leaves', () => {
  expect(sentence(1600)).toBe(
    'Your lunch and dinner provide about 1200 of your 1600 calories a day (75%). The other 400 are for breakfast, snacks and drinks.',
  );
});

test('a small day: the lighter meals, and breakfast is kept', () => {
  expect(sentence(1360)).toBe(
    'Choose the lighter meals, about 530 calories each, and keep at least 300 for breakfast. The 1200 plan would be most of your day.',
  );
});

test('a large day: two meals are not enough', () => {
  expect(sentence(3000)).toBe(
    'You need more than two meals can provide. Add about 1200 calories: a proper breakfast (600-800) and three or four snacks (200-300 each): milk, yoghurt, nuts, fruit, sandwiches.',
  );
  expect(sentence(3500)).toMatch(
    /sandwiches, or order 1 extra meal a day; our meals then cover about 60% of your day\.$/,
  );
  expect(sentence(4500)).toContain('or order 2 extra meals a day');
});
