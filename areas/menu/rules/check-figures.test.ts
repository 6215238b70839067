import { describe, expect, test } from 'vitest';
import { type Nutrients, checkFigures } from '#areas/menu/rules/nutrition.ts';

const NONE: Nutrients = {
  kilojoules: null,
  proteinGrams: null,
  fatGrams: null,
  saturatedFatGrams: null,
  carbsGrams: null,
  sugarsGrams: null,
  sodiumMg: null,
};
const of = (
  kilojoules: number | null,
  proteinGrams: number | null,
  fatGrams: number | null,
  carbsGrams: number | null,
) => ({ ...NONE, kilojoules, proteinGrams, fatGrams, carbsGrams });

describe('figures that cannot be', () => {
  test.each<[string, Partial<Nutrients>, keyof Nutrients | null]>([
    ['saturated fat by rounding alone', { fatGrams: 1, saturatedFatGrams: 1.05 }, null],
    ['more saturated fat', { fatGrams: 1, saturatedFatGrams: 1.06 }, 'saturatedFatGrams'],
    ['saturated fat beside unknown fat', { saturatedFatGrams: 9 }, null],
    ['sugars by rounding alone', { carbsGrams: 4.3, sugarsGrams: 4.35 }, null],
    ['more sugars', { carbsGrams: 4.3, sugarsGrams: 4.4 }, 'sugarsGrams'],
    ['100.5 g together', { proteinGrams: 0.5, carbsGrams: 100 }, null],
    ['more together', { proteinGrams: 0.6, carbsGrams: 100 }, 'proteinGrams'],
    ['nothing known', {}, null],
  ])('%s', (_what, known, field) => {
    expect(Object.keys(checkFigures({ ...NONE, ...known }).refused)).toEqual(
      field === null ? [] : [field],
    );
  });
});

describe('energy', () => {
  // [what, figures, refused, asked]: E of chicken is 17 x 20 + 37 x 4 = 488.
  test.each<[string, Nutrients, string | undefined, string | undefined]>([
    ['as it is', of(488, 20, 4, 0), undefined, undefined],
    [
      'in kilocalories',
      of(111, 20, 4, 0),
      'Looks like kilocalories. In kilojoules: 464',
      undefined,
    ],
    ['15% off in kilojoules', of(415, 20, 4, 0), undefined, undefined],
    ['kilocalories of too little to tell', of(9, 1, 0.5, 0), undefined, undefined],
    [
      'in kilocalories at 40 kJ',
      of(10, 0.18, 1, 0),
      'Looks like kilocalories. In kilojoules: 42',
      undefined,
    ],
    [
      'low, and no kilocalories',
      of(200, 20, 4, 0),
      undefined,
      'Protein, fat and carbs give about 488 kJ, not 200.',
    ],
    ['just not low: 0.75 E - 20', of(346, 20, 4, 0), undefined, undefined],
    [
      'just low',
      of(345.9, 20, 4, 0),
      undefined,
      'Protein, fat and carbs give about 488 kJ, not 345.9.',
    ],
    ['just not high: 1.25 E + 400', of(1010, 20, 4, 0), undefined, undefined],
    [
      'just high',
      of(1011, 20, 4, 0),
      undefined,
      'Protein, fat and carbs give about 488 kJ, not 1,011.',
    ],
    ['of oil', of(3700, 0, 100, 0), undefined, undefined],
    ['of wine, which is alcohol', of(300, 0.1, 0, 2.4), undefined, undefined],
    ['of bran, which is fibre', of(1030, 15, 4, 22), undefined, undefined],
    ['of cucumber', of(55, 0.7, 0.1, 1.7), undefined, undefined],
    ['of water', of(0, 0, 0, 0), undefined, undefined],
    ['beside unknown fat', of(111, 20, null, 0), undefined, undefined],
    ['unknown', of(null, 20, 4, 0), undefined, undefined],
  ])('%s', (_what, figures, refused, asked) => {
    const found = checkFigures(figures);
    expect([found.refused.kilojoules, found.asked.kilojoules]).toEqual([refused, asked]);
  });
});

test.each([
  [5000, undefined],
  [5001, '5,001 mg of sodium in 100 g is more than most salty food has.'],
])('%i mg of sodium', (sodiumMg, words) => {
  expect(checkFigures({ ...NONE, sodiumMg }).asked.sodiumMg).toBe(words);
});
