import { expect, test } from 'vitest';
import {
  bodyWeight,
  caloriesToKeep,
  stateAfter,
  weightModel,
} from '#areas/calculator/rules/weight-projection.ts';

const someone = {
  weightKg: 80,
  bodyFatPercent: 40,
  restingCalories: 1500,
  activityMultiplier: 1.4,
  adaptation: 0,
};

test('what was eaten before keeps the weight', () => {
  const model = weightModel(someone);
  expect(model.baseCalories).toBeCloseTo(2100, 9);
  expect(caloriesToKeep(model, model.start)).toBeCloseTo(2100, 6);
  expect(bodyWeight(stateAfter(model, 2100, 365))).toBeCloseTo(80, 6);
});

test('the same deficit takes less and less weight off, unlike a fixed 7,700 kcal a kilogram', () => {
  const model = weightModel(someone);
  const at = (weeks: number) => bodyWeight(stateAfter(model, 1600, 7 * weeks));
  const [first, second] = [at(0) - at(26), at(26) - at(52)];
  expect(second).toBeLessThan(first);
  expect(at(0) - at(52)).toBeLessThan((500 * 364) / 7700);
});

test('going on from a state is the same as not having stopped', () => {
  const model = weightModel(someone);
  const stopped = stateAfter(model, 1600, 7, stateAfter(model, 1600, 21));
  expect(stopped).toEqual(stateAfter(model, 1600, 28));
});

test('a body that still saves energy after a diet gains on what used to keep it', () => {
  const model = weightModel({ ...someone, adaptation: 200 });
  expect(bodyWeight(stateAfter(model, 2100, 28))).toBeGreaterThan(80);
});

test('the largest and most active bodies are taken in smaller steps and stay finite', () => {
  const largest = { ...someone, weightKg: 300, restingCalories: 6500, activityMultiplier: 1.9 };
  const model = weightModel(largest);
  expect(model.stepsPerDay).toBeGreaterThan(1);
  const weights = [1500, 8000, 13_000].map((kcal) => bodyWeight(stateAfter(model, kcal, 728)));
  expect(
    weights.every((kg) => kg > 0 && kg < 1000),
    String(weights),
  ).toBe(true);
});
