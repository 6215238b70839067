import { expect, test } from 'vitest';
import type { CalculatorProfile } from '#domain/nutrition/calculator-profile.ts';
import { adviceOfOurOwn } from './advice.ts';

const PROFILE: CalculatorProfile = {
  gender: 'female',
  ageYears: 35,
  heightCm: 165,
  weightKg: 80,
  bodyFatPercent: null,
  activityLevel: 'lightly-active',
  goal: 'lose',
  targetWeightKg: 70,
  hasRecentDiet: false,
  trainingDays: null,
};

test('without the kitchen, the browser gives the same answer', () => {
  const { recommendation, paragraphs, source } = adviceOfOurOwn(PROFILE, [1200, 1500, 1800]);
  expect(recommendation).toMatchObject({
    recommendedCalories: 1560,
    recommendedPlan: '1200 Calorie Plan',
  });
  expect(paragraphs[0]).toContain('1560 calories a day');
  expect(source).toBe('browser');
});

test('calories moved by hand change everything that follows from them', () => {
  const { recommendation } = adviceOfOurOwn(PROFILE, [1200, 1500, 1800], 100);
  expect(recommendation.recommendedCalories).toBe(1660);
  expect(recommendation.timelineWeeks).toBeGreaterThan(32);
});
