import { expect, test } from 'vitest';
import { bmiCategory, bodyMassIndex, formatBmi, weightAtBmi } from './body-mass-index.ts';

test.each([
  [18.49, 'underweight'],
  [18.5, 'normal'],
  [24.99, 'normal'],
  [25, 'overweight'],
  [29.99, 'overweight'],
  [30, 'obese'],
])('%s is %s', (bmi, category) => {
  expect(bmiCategory(bmi)).toBe(category);
});

test('24.96 is shown as 25.0 and is still normal', () => {
  expect([formatBmi(24.96), bmiCategory(24.96)]).toEqual(['25.0', 'normal']);
});

test('the weight at an index has that index', () => {
  expect(bodyMassIndex({ weightKg: weightAtBmi(22, 168), heightCm: 168 })).toBeCloseTo(22, 10);
});
