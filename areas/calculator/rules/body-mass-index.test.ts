import { assert, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { bmiCategory, bodyMassIndex, formatBmi, weightAtBmi } from './calculator-profile.ts';

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

test.each([
  [18.44, '18.4', 'underweight'],
  [18.46, '18.4', 'underweight'],
  [18.5, '18.5', 'normal'],
  [22.86, '22.9', 'normal'],
  [24.96, '24.9', 'normal'],
  [25, '25.0', 'overweight'],
  [29.97, '29.9', 'overweight'],
  [30, '30.0', 'obese'],
])('%s reads %s and is %s', (bmi, text, category) => {
  expect([formatBmi(bmi), bmiCategory(bmi)]).toEqual([text, category]);
});

test('no one reads an index of another category than their own, nor one more than 0.1 away', () => {
  const people = record({
    heightCm: integer({ min: 120, max: 230 }),
    weightKg: integer({ min: 300, max: 3000 }).map((tenths) => tenths / 10),
  });
  assert(
    property(people, (person) => {
      const bmi = bodyMassIndex(person);
      expect(bmiCategory(Number(formatBmi(bmi)))).toBe(bmiCategory(bmi));
      expect(Math.abs(Number(formatBmi(bmi)) - bmi)).toBeLessThanOrEqual(0.1);
    }),
    { numRuns: 5000 },
  );
});

test('the weight at an index has that index', () => {
  expect(bodyMassIndex({ weightKg: weightAtBmi(22, 168), heightCm: 168 })).toBeCloseTo(22, 10);
});
