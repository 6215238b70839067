import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { expect, test } from 'vitest';
import { A_PROFILE } from '#quality/support/a-profile.ts';
import type { CalculatorProfile } from './calculator-profile.ts';
import { buildRecommendation } from './recommendation.ts';
import { showWorking } from './working.ts';

function steps(change: Partial<CalculatorProfile> = {}, adjustment = 0): string[] {
  const profile = { ...A_PROFILE, ...change };
  const result = buildRecommendation(profile, defaultBusiness, adjustment);
  return showWorking(profile, result, adjustment).map(({ how }) => how);
}

test('every step can be checked by hand', () => {
  expect(steps()).toEqual([
    'Mifflin-St Jeor: 10 × 80 kg + 6.25 × 165 cm − 5 × 35 years − 161 = 1,495',
    '1,495 × 1.375 (Lightly Active) = 2,056',
    '2,056 − 500, to the nearest 10 = 1,560',
  ]);
});

test('a body fat that is known changes the formula', () => {
  expect(steps({ bodyFatPercent: 38 })[0]).toBe(
    'Katch-McArdle: 370 + 21.6 × 80 kg × (1 − 38%) = 1,441',
  );
});

test('a strict diet is a step of its own', () => {
  expect(steps({ hasRecentDiet: true })[2]).toBe('2,056 − 120 = 1,936');
});

test('keeping one’s weight adds nothing', () => {
  expect(steps({ goal: 'maintain', targetWeightKg: null })[2]).toBe(
    '2,056, to the nearest 10 = 2,060',
  );
});

test('the safe floor is named, and so is a manual adjustment', () => {
  const small = { ageYears: 70, heightCm: 150, weightKg: 60, activityLevel: 'sedentary' } as const;
  expect(steps({ ...small, targetWeightKg: 55 })[2]).toBe(
    'not below 1,200, the minimum without medical care = 1,200',
  );
  expect(steps({}, 100)[2]).toBe('2,056 − 500, to the nearest 10, adjusted by + 100 = 1,660');
});
