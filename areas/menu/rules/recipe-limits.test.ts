/** Figures that are possible but unlikely: what someone looks at before they are kept. */
import { expect, test } from 'vitest';
import { unlikelyFigures } from '#areas/menu/rules/recipe-limits.ts';

const NONE = {
  kilojoules: null,
  proteinGrams: null,
  fatGrams: null,
  saturatedFatGrams: null,
  carbsGrams: null,
  sugarsGrams: null,
  sodiumMg: null,
};
/** Rice crackers: 17 x 8 + 37 x 3 + 17 x 80 = 1,607 kJ. */
const CRACKERS = { ...NONE, kilojoules: 1640, proteinGrams: 8, fatGrams: 3, carbsGrams: 80 };

test.each([
  ['as the table has it', {}, undefined],
  ['in kcal', { kilojoules: 392 }, 'Is this kcal? 392 kcal = 1,640 kJ'],
  ['a fifth less', { kilojoules: 1290 }, undefined],
  ['more than a fifth less', { kilojoules: 1280 }, 'Is this kcal? 1,280 kcal = 5,356 kJ'],
  ['twice', { kilojoules: 3280 }, 'Protein, fat and carbs give about 1,607 kJ. Check the energy.'],
  ['unknown', { kilojoules: null }, undefined],
  ['beside unknown fat', { kilojoules: 392, fatGrams: null }, undefined],
])('energy %s', (_, change, words) => {
  expect(unlikelyFigures({ ...CRACKERS, ...change })['kilojoules']).toBe(words);
});

test('what fibre may give is not held against bran, nor rounding against cucumber', () => {
  const bran = { ...NONE, kilojoules: 1030, proteinGrams: 15, fatGrams: 4, carbsGrams: 22 };
  const cucumber = { ...NONE, kilojoules: 55, proteinGrams: 1, fatGrams: 0, carbsGrams: 4 };
  expect([unlikelyFigures(bran), unlikelyFigures(cucumber)]).toEqual([{}, {}]);
});

test.each([
  [5000, undefined],
  [5001, expect.stringMatching(/^Is this in g\? 5,001 mg/)],
])('%i mg of sodium', (sodiumMg, words) => {
  expect(unlikelyFigures({ ...NONE, sodiumMg })['sodiumMg']).toEqual(words);
});
