import { describe, expect, test } from 'vitest';
import { cycle } from '#areas/menu/rules/recipe.ts';
import { ingredientList, type LabelledLine } from '#areas/menu/rules/derive-meal.ts';
import { labelDifferences } from '#areas/menu/rules/nutrition.ts';

describe('a recipe in a circle', () => {
  test('is told by its shortest way', () => {
    const uses = new Map([
      [1, [2]],
      [2, [3]],
      [3, [4]],
      [4, []],
    ]);
    expect(cycle(uses, { componentId: 4, uses: [1, 3] })).toEqual([4, 3, 4]);
  });

  test('elsewhere does not hang a change that closes none', () => {
    const uses = new Map([
      [1, [2]],
      [2, [1]],
      [3, []],
    ]);
    expect(cycle(uses, { componentId: 3, uses: [1] })).toBeNull();
  });
});

describe('the label against what was worked out', () => {
  const worked = {
    calories: 359,
    proteinGrams: 38,
    fatGrams: 11,
    saturatedFatGrams: 1.7,
    carbsGrams: 25,
    sugarsGrams: 1.7,
    sodiumMg: 70,
  };

  test.each([
    ['agrees', {}, []],
    ['10% of the Cal off', { calories: 398 }, []],
    ['more than 10% off', { calories: 400 }, ['calories']],
    ['2 g off, more than 15%', { fatGrams: 9 }, []],
    ['over 2 g and 15% off', { fatGrams: 14 }, ['fatGrams']],
    ['60 mg off', { sodiumMg: 130 }, []],
    ['61 mg off', { sodiumMg: 131 }, ['sodiumMg']],
    ['a figure that nobody has entered', { sodiumMg: null }, []],
  ])('%s', (_, label, expected) => {
    const found = labelDifferences(worked, { ...worked, ...label });
    expect(found.map(({ figure }) => figure)).toEqual(expected);
  });
});

describe('the ingredient list', () => {
  const aLine = (line: Partial<LabelledLine> & Pick<LabelledLine, 'labelName' | 'grams'>) => ({
    ingredientId: line.labelName.length * 1000 + line.labelName.charCodeAt(0),
    labelParts: '',
    contains: [],
    isWater: false,
    ...line,
  });

  test('starts with the heaviest, joins what comes twice, and counts water as what stays', () => {
    const rice = {
      pot: 6650,
      lines: [
        aLine({ labelName: 'jasmine rice', grams: 2800 }),
        aLine({ labelName: 'water', grams: 4200, isWater: true }),
      ],
    };
    const lines = [
      aLine({ labelName: 'chicken breast', grams: 1500 }),
      { componentId: 1, qty: 2000, lossBp: 0 },
      aLine({ labelName: 'water', grams: 500, isWater: true }),
    ];
    // 2000 of 6650 g: 842 g of rice, and 2000 - 842 g of water.
    expect(ingredientList(lines, new Map([[1, rice]]))).toBe(
      'Water, chicken breast, jasmine rice.',
    );
  });

  test('names the parts of a bought ingredient from 5% on, and its allergens always', () => {
    const sauce = { labelName: 'soy sauce', labelParts: 'water, soy, wheat, salt' };
    const lines = (grams: number) => [
      aLine({ labelName: 'rice', grams: 1000 - grams }),
      aLine({ ...sauce, grams, contains: ['wheat', 'gluten', 'soy'] }),
    ];
    expect(ingredientList(lines(50), new Map())).toBe('Rice, soy sauce (water, soy, wheat, salt).');
    expect(ingredientList(lines(49), new Map())).toBe('Rice, soy sauce (wheat).');
  });

  test('says nothing of nothing', () => {
    expect(ingredientList([], new Map())).toBe('');
  });
});
