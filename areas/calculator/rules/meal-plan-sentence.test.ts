import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { expect, test } from 'vitest';
import { chooseMealPlan } from '#areas/menu/rules/meal-plan.ts';
import {
  mealPlanSentence,
  planChoiceSentence,
} from '#areas/calculator/rules/meal-plan-sentence.ts';

const sentence = (calories: number) =>
  mealPlanSentence(
    calories,
    chooseMealPlan(calories, 'maintain', [1200, 1500, 1800]),
    defaultBusiness,
  );

test('an ordinary day: what lunch and dinner give, and what they leave', () => {
  expect(sentence(1560)).toBe(
    'Your lunch and dinner give about 900 of your 1560 calories a day (58%). The other 660 are for breakfast, snacks and drinks.',
  );
});

test('a small day: the lighter meals as well', () => {
  expect(sentence(1440)).toBe(
    'Your lunch and dinner give about 720 of your 1440 calories a day (50%). The other 720 are for breakfast, snacks and drinks. Choose the lighter meals, about 360 calories each.',
  );
  expect(sentence(1450)).not.toContain('lighter');
});

test('a large day: second helpings, and how far they reach', () => {
  expect(sentence(2240)).toMatch(/^Your lunch and dinner give about 1080 of your 2240/);
  expect(sentence(2250)).toBe(
    'You need more than two meals of ours can give. Add a second helping once a day, which brings us to about 1620, and a real breakfast and snacks for the rest.',
  );
  expect(sentence(3140)).toContain('once a day, which brings us to about 1620');
  expect(sentence(3150)).toContain('twice a day, which brings us to about 2160');
  expect(sentence(9000)).toContain('twice a day');
});

test.each([
  [1200, '1,200 Cal a day: about 720 from lunch and dinner here'],
  [1500, '1,500 Cal a day: about 900 from lunch and dinner here'],
  [1800, '1,800 Cal a day: about 1,080 from lunch and dinner here'],
])('where the plan of %i is chosen: %s', (plan, words) => {
  expect(planChoiceSentence(plan, defaultBusiness)).toBe(
    `${words}, the rest is breakfast and snacks.`,
  );
});

test.each([
  [1, 'With a second helping a day, as the calculator advised: about 1,620 from here.'],
  [2, 'With two second helpings a day, as the calculator advised: about 2,160 from here.'],
])('and with %i second helpings a day: %s', (helpings, words) => {
  expect(planChoiceSentence(1800, defaultBusiness, helpings)).toContain(words);
});
