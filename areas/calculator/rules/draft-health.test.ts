import { expect, test } from 'vitest';
import type { ProfileDraft } from './calculator-profile.ts';
import { draftHealth } from './check-profile.ts';

const EMPTY: ProfileDraft = {
  ageYears: null,
  gender: null,
  heightCm: null,
  weightKg: null,
  knowsBodyFat: false,
  bodyFatPercent: null,
  activityLevel: null,
  goal: null,
  targetWeightKg: null,
  hasRecentDiet: false,
  trainingDays: null,
};
const BODY: ProfileDraft = { ...EMPTY, heightCm: 165, weightKg: 80, goal: 'lose' };

test.each([
  ['height', { heightCm: null }],
  ['a possible height', { heightCm: 16 }],
  ['weight', { weightKg: Number.NaN }],
  ['goal', { goal: null }],
])('says nothing without %s', (_what, change) => {
  expect(draftHealth({ ...BODY, ...change })).toBeNull();
});

test('needs nothing else than height, weight and goal', () => {
  const health = draftHealth({ ...BODY, weightKg: 45 });
  expect(health).toMatchObject({ isBlocked: true, needsSupport: true });
  expect(health?.advisories.map(({ code }) => code)).toEqual(['underweight-lose']);
  expect(health?.bmi).toBeCloseTo(16.53, 2);
});

test('a target or an age that is still being typed does not count', () => {
  expect(draftHealth({ ...BODY, targetWeightKg: 7, ageYears: 6 })?.advisories).toEqual([]);
  expect(draftHealth({ ...BODY, targetWeightKg: 45 })?.isBlocked).toBe(true);
  expect(draftHealth({ ...BODY, ageYears: 66 })?.advisories[0]?.code).toBe('lose-after-65');
});

test('a warning does not block', () => {
  const health = draftHealth({ ...BODY, weightKg: 75, goal: 'gain' });
  expect([health?.advisories[0]?.code, health?.isBlocked]).toEqual(['overweight-gain', false]);
});
