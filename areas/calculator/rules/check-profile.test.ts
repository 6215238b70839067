import { describe, expect, test } from 'vitest';
import { A_PROFILE } from '#quality/support/a-profile.ts';
import { parseNumber, type ProfileDraft } from './calculator-profile.ts';
import { ADULTS_ONLY } from './health-advisory.ts';
import { checkProfile, completeProfile, PROFILE_MESSAGES } from './check-profile.ts';

const filledIn: ProfileDraft = { ...A_PROFILE, knowsBodyFat: false };

const problems = (change: Partial<ProfileDraft>) => checkProfile({ ...filledIn, ...change });

test('a form that is filled in becomes a profile', () => {
  const { knowsBodyFat: _, ...profile } = filledIn;
  expect(checkProfile(filledIn)).toEqual([]);
  expect(completeProfile(filledIn)).toEqual(profile);
});

test('an empty form names every field that must be filled in, and is no profile', () => {
  const empty: ProfileDraft = {
    gender: null,
    ageYears: null,
    heightCm: null,
    weightKg: null,
    knowsBodyFat: true,
    bodyFatPercent: null,
    activityLevel: null,
    goal: null,
    targetWeightKg: null,
    hasRecentDiet: false,
    trainingDays: null,
  };
  expect(checkProfile(empty).map(({ field }) => field)).toEqual([
    'age',
    'gender',
    'height',
    'weight',
    'bodyFat',
    'activityLevel',
    'goal',
  ]);
  expect(completeProfile(empty)).toBeNull();
});

test.each([
  ['age', 'ageYears', 18, 100, 101, 0],
  ['height', 'heightCm', 120, 230, 230.1, 119.9],
  ['weight', 'weightKg', 30, 300, 300.1, 29.9],
] as const)('%s takes its limits and nothing beyond', (field, name, min, max, above, below) => {
  const goal = 'maintain';
  for (const value of [min, max]) {
    expect(problems({ [name]: value, goal, targetWeightKg: null })).toEqual([]);
  }
  for (const value of [null, above, below, -1, 0, Number.NaN, Infinity, -Infinity]) {
    const expected = [{ field, message: PROFILE_MESSAGES[field] }];
    expect(problems({ [name]: value, goal, targetWeightKg: null }), String(value)).toEqual(
      expected,
    );
  }
});

test('anyone under 18 is sent to people who can help', () => {
  expect(problems({ ageYears: 17 })).toEqual([{ field: 'age', message: ADULTS_ONLY }]);
});

test.each([
  [null, false],
  [0, false],
  [0.1, true],
  [49.9, true],
  [50, false],
  [Number.NaN, false],
])('a known body fat of %s: %s', (bodyFatPercent, isFine) => {
  const found = problems({ knowsBodyFat: true, bodyFatPercent });
  expect(found).toEqual(isFine ? [] : [{ field: 'bodyFat', message: PROFILE_MESSAGES.bodyFat }]);
});

test('a body fat that is not to be used is neither checked nor taken', () => {
  expect(completeProfile({ ...filledIn, bodyFatPercent: 70 })?.bodyFatPercent).toBeNull();
});

describe('the target weight', () => {
  const LOWER = 'Target weight should be lower than current weight for weight loss';
  const HIGHER = 'Target weight should be higher than current weight for weight gain';
  const target = (change: Partial<ProfileDraft>) => problems(change).map(({ message }) => message);

  test('must be below the current weight to lose', () => {
    expect(target({ targetWeightKg: 79.9 })).toEqual([]);
    expect(target({ targetWeightKg: 80 })).toEqual([LOWER]);
    expect(target({ targetWeightKg: 90 })).toEqual([LOWER]);
  });

  test('must be above the current weight to gain', () => {
    expect(target({ goal: 'gain', targetWeightKg: 80.1 })).toEqual([]);
    expect(target({ goal: 'gain', targetWeightKg: 80 })).toEqual([HIGHER]);
  });

  test('must be from 30 to 300 kg, and may be missing to maintain only', () => {
    for (const targetWeightKg of [null, 29.9, 300.1, Number.NaN, Infinity]) {
      expect(target({ targetWeightKg })).toEqual([PROFILE_MESSAGES.targetWeight]);
    }
    expect(target({ goal: 'maintain', targetWeightKg: null })).toEqual([]);
    expect(target({ goal: 'maintain', targetWeightKg: 85 })).toEqual([]);
  });

  test('is not asked for while an advisory blocks the goal', () => {
    expect(target({ weightKg: 45, targetWeightKg: null })).toEqual([]);
  });
});

test.each([
  [0, true],
  [7, true],
  [8, false],
  [-1, false],
  [2.5, false],
  [Number.NaN, false],
])('%s training days a week: %s', (trainingDays, isFine) => {
  expect(problems({ trainingDays })).toHaveLength(isFine ? 0 : 1);
});

test.each([
  ['80', 80],
  [' 80.5 ', 80.5],
  ['.5', 0.5],
  ['80.', 80],
  ['-3', -3],
  ['', null],
  ['  ', null],
])('%j is read as %s', (text, number) => {
  expect(parseNumber(text)).toBe(number);
});

test.each(['1e309', 'NaN', 'Infinity', '0x50', '8o', '8 0', '80,5', '--3', '1'.repeat(400), '٨٠'])(
  '%j is no number',
  (text) => {
    expect(parseNumber(text)).toBeNaN();
  },
);
