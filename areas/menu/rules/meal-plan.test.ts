import { describe, expect, test } from 'vitest';
import { chooseMealPlan } from './meal-plan.ts';
import { planServiceKcal } from './plan-share.ts';

const PLANS = [1200, 1500, 1800];

test.each([
  [1200, 720],
  [1500, 900],
  [1800, 1080],
])('of a plan of %i, lunch and dinner give %i', (plan, serviceKcal) => {
  expect(planServiceKcal(plan)).toBe(serviceKcal);
});

describe('the plan', () => {
  test.each([
    [1000, 1200],
    [1449, 1200],
    [1450, 1500],
    [1749, 1500],
    [1750, 1800],
    [4000, 1800],
  ])('to lose or keep weight on %i a day is %i, hardly more than the day', (calories, plan) => {
    expect(chooseMealPlan(calories, 'lose', PLANS).planCalories).toBe(plan);
    expect(chooseMealPlan(calories, 'maintain', PLANS).planCalories).toBe(plan);
  });

  test.each([
    [1349, 1200],
    [1350, 1500],
    [1649, 1500],
    [1650, 1800],
  ])('to gain on %i a day is %i, the nearest and of two the higher', (calories, plan) => {
    expect(chooseMealPlan(calories, 'gain', PLANS).planCalories).toBe(plan);
  });
});

test.each([
  [2249, 0],
  [2250, 1],
  [3149, 1],
  [3150, 2],
  [9000, 2],
])('%i calories a day take %i second helpings', (calories, extraMeals) => {
  expect(chooseMealPlan(calories, 'maintain', PLANS).extraMeals).toBe(extraMeals);
});

test('a breakfast of 300 is always left', () => {
  expect(chooseMealPlan(900, 'maintain', PLANS)).toMatchObject({
    serviceKcal: 600,
    perMealKcal: 300,
    restOfDayKcal: 300,
  });
});
