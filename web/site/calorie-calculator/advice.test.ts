import { expect, test } from 'vitest';
import type { CalculatorProfile } from '#domain/nutrition/calculator-profile.ts';
import { ApiError } from '#web/api/api-error.ts';
import { adviceOfOurOwn, refusalIn } from './advice.ts';

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

test('a refusal of figures comes back to their fields, and one for health as a sentence', () => {
  const fields = { age: 'Please enter an age from 18 to 100 years.' };
  const invalid = JSON.stringify({ message: 'Invalid', code: 'invalid_request', fields });
  expect(refusalIn(new ApiError(400, invalid))).toEqual({ fields, message: null });
  const blocked = JSON.stringify({ message: 'Please see a doctor.', code: 'underweight-lose' });
  expect(refusalIn(new ApiError(422, blocked))).toEqual({
    fields: {},
    message: 'Please see a doctor.',
  });
});

test.each([
  ['no connection', new TypeError('Failed to fetch')],
  ['too many requests', new ApiError(429, '{"message":"Slow down","code":"too_many"}')],
  ['a broken server', new ApiError(503, 'x')],
  ['an odd 400', new ApiError(400, 'x')],
])('%s is no refusal', (_what, error) => {
  expect(refusalIn(error)).toBeNull();
});
