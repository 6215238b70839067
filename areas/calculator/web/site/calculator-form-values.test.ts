import { expect, test } from 'vitest';
import {
  profileDraftOf,
  EMPTY_FORM_VALUES,
  type CalculatorFormValues,
  switchUnits,
} from './calculator-form-values.ts';

const METRIC: CalculatorFormValues = {
  ...EMPTY_FORM_VALUES,
  age: '35',
  gender: 'female',
  height: '165',
  weight: '80',
  targetWeight: '70.5',
};
const LOSING: CalculatorFormValues = { ...METRIC, goal: 'lose' };

test('what was typed becomes figures, and what was not typed becomes null', () => {
  expect(profileDraftOf(EMPTY_FORM_VALUES)).toMatchObject({
    ageYears: null,
    heightCm: null,
    weightKg: null,
    targetWeightKg: null,
    trainingDays: null,
  });
  expect(profileDraftOf(LOSING)).toMatchObject({
    ageYears: 35,
    heightCm: 165,
    weightKg: 80,
    targetWeightKg: 70.5,
  });
});

test.each(['abc', 'NaN', '1e309', '1e2', '0x10', '80,5', '--1'])('%s is no weight', (weight) => {
  expect(profileDraftOf({ ...LOSING, weight }).weightKg).toBeNaN();
});

test('feet, inches and pounds are converted', () => {
  const entry: CalculatorFormValues = {
    ...LOSING,
    units: 'imperial',
    feet: '5',
    inches: '6',
    weight: '185',
  };
  expect(profileDraftOf(entry)).toMatchObject({ heightCm: 167.64, weightKg: 83.915 });
  expect(profileDraftOf({ ...entry, inches: '' }).heightCm).toBe(152.4);
  expect(profileDraftOf({ ...entry, inches: '12' }).heightCm).toBeNaN();
  expect(profileDraftOf({ ...entry, feet: '', inches: '' }).heightCm).toBeNull();
});

test('changing the units carries over what was typed, there and back', () => {
  const imperial = switchUnits(LOSING, 'imperial');
  expect(imperial).toMatchObject({
    feet: '5',
    inches: '5',
    weight: '176.4',
    targetWeight: '155.4',
  });
  expect(switchUnits(imperial, 'metric')).toMatchObject({
    height: '165',
    weight: '80',
    targetWeight: '70.5',
  });
});

test('text that is not a number survives a change of units', () => {
  expect(switchUnits({ ...METRIC, weight: 'about 80' }, 'imperial').weight).toBe('about 80');
});

test.each(['lose', 'maintain', 'gain'] as const)(
  'a target counts to %s, if one is typed',
  (goal) => {
    expect(profileDraftOf({ ...METRIC, goal, targetWeight: '70' }).targetWeightKg).toBe(70);
    expect(profileDraftOf({ ...METRIC, goal, targetWeight: '' }).targetWeightKg).toBeNull();
  },
);

test('without a goal no target counts', () => {
  expect(profileDraftOf({ ...METRIC, goal: null, targetWeight: '70' }).targetWeightKg).toBeNull();
});

test('training days count while cycling is wanted', () => {
  const trainingDays = [true, false, true, false, true, false, false];
  expect(profileDraftOf({ ...LOSING, trainingDays }).trainingDays).toBeNull();
  expect(profileDraftOf({ ...LOSING, trainingDays, usesCycling: true }).trainingDays).toBe(3);
});
