import { expect, test } from 'vitest';
import { healthAdvisories, healthAdvisory, needsEatingSupport } from './health-advisory.ts';

const someone = {
  ageYears: 35,
  heightCm: 170,
  weightKg: 70,
  goal: 'lose',
  targetWeightKg: 65,
  hasRecentDiet: false,
} as const;

const codes = (change: Partial<Parameters<typeof healthAdvisories>[0]>) =>
  healthAdvisories({ ...someone, ...change }).map(({ type, code }) => `${type}:${code}`);

test('the three advisories have the words of the specification', () => {
  expect(healthAdvisory(18.4, 'lose')?.text).toBe(
    'You are currently underweight. Further weight loss could be harmful to your health. Please consult with a healthcare professional.',
  );
  expect(healthAdvisory(30, 'gain')?.text).toBe(
    'You are currently in the obese weight range. Weight gain is not recommended and could increase health risks. Please consider weight loss goals instead.',
  );
  expect(healthAdvisory(25, 'gain')?.text).toBe(
    'You are currently overweight. Weight gain may increase health risks. Consider maintaining current weight or gradual weight loss instead.',
  );
});

test('a sensible goal needs no advice', () => {
  expect(codes({})).toEqual([]);
  expect(codes({ goal: 'maintain', targetWeightKg: null })).toEqual([]);
});

test('a target below the healthy range is refused with the nearest weight in it', () => {
  const [advisory] = healthAdvisories({ ...someone, targetWeightKg: 53.4 });
  expect(advisory).toMatchObject({ type: 'error', code: 'target-underweight' });
  expect(advisory?.text).toContain('53.5 kg');
  expect(codes({ targetWeightKg: 53.5 })).toEqual([]);
});

test('gaining into the obese range is refused, with a weight only where that is a gain', () => {
  const [advisory] = healthAdvisories({ ...someone, goal: 'gain', targetWeightKg: 90 });
  expect(advisory).toMatchObject({ type: 'error', code: 'target-obese' });
  expect(advisory?.text).toContain('72.2 kg');
  const heavier = { ...someone, goal: 'gain', weightKg: 75, targetWeightKg: 90 } as const;
  const found = healthAdvisories(heavier);
  expect(found.map(({ code }) => code)).toEqual([
    'overweight-gain',
    'target-obese',
    'bmi-and-muscle',
  ]);
  expect(found[1]?.text).toContain('maintaining your weight');
});

test('gaining from underweight to a little less underweight is not refused', () => {
  expect(codes({ goal: 'gain', weightKg: 46, targetWeightKg: 50 })).toEqual([]);
});

test('a maintenance target more than 2 kg away is warned about, exactly 2 kg is not', () => {
  for (const targetWeightKg of [72, 68]) {
    expect(codes({ goal: 'maintain', targetWeightKg })).toEqual([]);
  }
  expect(codes({ goal: 'maintain', weightKg: 70.1, targetWeightKg: 72.1 })).toEqual([]);
  expect(codes({ goal: 'maintain', targetWeightKg: 72.1 })).toEqual(['warning:maintenance-target']);
});

test('an underweight person fresh from a strict diet is sent to the GP first', () => {
  const change = { goal: 'gain', weightKg: 46, targetWeightKg: 55, hasRecentDiet: true } as const;
  expect(codes(change)).toEqual(['warning:recent-diet-underweight']);
});

test('from 65 on, losing weight comes with a word about muscle', () => {
  expect(codes({ ageYears: 64 })).toEqual([]);
  expect(codes({ ageYears: 65 })).toEqual(['warning:lose-after-65']);
});

test.each([
  [{}, false],
  [{ hasRecentDiet: true }, true],
  [{ weightKg: 50 }, true],
  [{ targetWeightKg: 50 }, true],
  [{ targetWeightKg: null }, false],
])('help with eating is offered for %j: %s', (change, expected) => {
  expect(needsEatingSupport({ ...someone, ...change })).toBe(expected);
});
