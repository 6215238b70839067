import { describe, expect, test } from 'vitest';
import { type TableFigures, doubtUnits, type SaidUnits } from './food-table.ts';

const CHICKEN = { proteinGrams: 20, fatGrams: 4, carbsGrams: 0 };
const foods = (...rows: TableFigures[]) =>
  rows.map((figures, at) => ({ key: null, name: `Food ${at}`, figures }));
const many = (count: number, figures: TableFigures) => Array.from({ length: count }, () => figures);
const IN_KCAL = { ...CHICKEN, kilojoules: 111 };
const IN_KJ = { ...CHICKEN, kilojoules: 488 };

describe('energy seems to be in kilocalories', () => {
  const doubt = (heading: string, rows: TableFigures[], said: SaidUnits = {}) =>
    doubtUnits(foods(...rows), ['Food', heading], { kilojoules: 1, sodiumMg: null }, said);

  test.each([
    ['Energy, kcal', true],
    ['Energy (Cal)', true],
    ['Calories', true],
    ['Energy (kJ)', false],
    ['Calcium, mg', false],
  ])('by the heading %s: %s', (heading, isSaid) => {
    const found = { column: 'kilojoules', at: 1, unit: 'kilocalories', isSaid: true };
    expect(doubt(heading, [IN_KJ])).toEqual(isSaid ? [found] : []);
  });

  test.each([
    [8, 2, true],
    [7, 3, false],
    // Too few to be more than chance.
    [9, 0, false],
  ])('by %i rows that fit only so and %i that do not: %s', (kcal, kilojoules, isFound) => {
    const found = doubt('Energy', [...many(kcal, IN_KCAL), ...many(kilojoules, IN_KJ)]);
    expect(found.map(({ isSaid }) => isSaid)).toEqual(isFound ? [false] : []);
  });

  test('rows of which nothing can be told count for nothing', () => {
    const untold = many(50, { ...CHICKEN, fatGrams: null, kilojoules: 100 });
    expect(doubt('Energy', [...many(10, IN_KCAL), ...untold])).toHaveLength(1);
  });

  test('until someone has said in what it is', () => {
    expect(doubt('kcal', [IN_KCAL], { energyIn: 'kcal' })).toEqual([]);
  });
});

describe('sodium seems to be in grams', () => {
  const doubt = (heading: string, figures: number[], said: SaidUnits = {}) =>
    doubtUnits(
      foods(...figures.map((sodiumMg) => ({ sodiumMg }))),
      [heading],
      { kilojoules: null, sodiumMg: 0 },
      said,
    );

  test.each([
    ['Sodium (g)', true],
    ['Sodium, g per 100 g', true],
    ['Sodium (Na) (mg)', false],
    ['Sodium, mg per 100 g', false],
    ['Sodium per 100g', false],
    ['Natrium', false],
  ])('by the heading %s: %s', (heading, isSaid) => {
    const found = { column: 'sodiumMg', at: 0, unit: 'grams', isSaid: true };
    expect(doubt(heading, [500])).toEqual(isSaid ? [found] : []);
  });

  test.each([
    [20, 10, true],
    [19, 10, false],
    [20, 10.5, false],
  ])('by %i rows of at most %d: %s', (rows, most, isFound) => {
    const figures = Array.from({ length: rows }, (_, at) => (at === 0 ? most : 0.5));
    expect(doubt('Sodium', figures)).toHaveLength(isFound ? 1 : 0);
  });

  test('until someone has said in what it is', () => {
    expect(doubt('Sodium (g)', [1], { sodiumIn: 'g' })).toEqual([]);
  });
});
