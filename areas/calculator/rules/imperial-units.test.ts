import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import {
  addPounds,
  centimetresOf,
  feetAndInchesOf,
  kilogramsOf,
  poundsOf,
} from './imperial-units.ts';

test.each([
  [5, 6, 167.64],
  [6, 0, 182.88],
  [5, 0.5, 153.67],
  [0, 66, 167.64],
])('%i ft %f in are %f cm', (feet, inches, cm) => {
  expect(centimetresOf({ feet, inches })).toBe(cm);
});

test('feet are filled up before inches', () => {
  expect(feetAndInchesOf(165)).toEqual({ feet: 5, inches: 5 });
  expect(feetAndInchesOf(182.87)).toEqual({ feet: 6, inches: 0 });
});

test('185 lb are 83.915 kg', () => {
  expect(kilogramsOf(185)).toBe(83.915);
  expect(poundsOf(83.915)).toBe(185);
});

test('changing the units there and back leaves whole centimetres and tenths of a kilogram as they were', () => {
  const centimetres = integer({ min: 120, max: 230 });
  const tenths = integer({ min: 300, max: 3000 });
  assert(
    property(centimetres, tenths, (cm, tenthsOfKg) => {
      const kg = tenthsOfKg / 10;
      expect(Math.round(centimetresOf(feetAndInchesOf(cm)))).toBe(cm);
      expect(Math.round(kilogramsOf(poundsOf(kg)) * 10) / 10).toBe(kg);
    }),
  );
});

test('NaN stays NaN', () => {
  expect(centimetresOf({ feet: Number.NaN, inches: 2 })).toBeNaN();
  expect(kilogramsOf(Number.NaN)).toBeNaN();
});

test('kilograms in a sentence get their pounds', () => {
  expect(addPounds('The nearest healthy weight is 54.2 kg. Within 2kg.')).toBe(
    'The nearest healthy weight is 54.2 kg (119.5 lb). Within 2kg (4.4 lb).',
  );
});
