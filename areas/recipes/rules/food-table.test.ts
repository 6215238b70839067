import { describe, expect, test } from 'vitest';
import {
  columnsBy,
  FOOD_COLUMNS,
  isComplete,
  missingColumns,
  recogniseColumns,
  readFoodRow,
  indexFoods,
  suggestFoods,
} from './food-table.ts';

const IN_ORDER = columnsBy((column) => FOOD_COLUMNS.indexOf(column));
const A_ROW = ['F005634', 'Cucumber, raw', '50', '0.6', '0.1', '0', '1.6', '1.4', '3'];
const withCell = (at: number, cell: string) =>
  A_ROW.map((each, index) => (index === at ? cell : each));

describe('headings', () => {
  test('are known with the line breaks and spaces that spreadsheets put into them', () => {
    const found = recogniseColumns([
      'Public Food  Key',
      'Classification',
      'Food Name',
      'Energy with dietary fibre, equated \r\n(kJ)',
      ' Protein\n(g)',
      'Fat, total (g)',
      'Total saturated fatty acids, equated (g)',
      'Available carbohydrate, without sugar alcohols (g)',
      'Total sugars (g)',
      'Sodium (Na)\n (mg)',
    ]);
    expect(isComplete(found)).toBe(true);
    expect(found).toMatchObject({ key: 0, name: 2, kilojoules: 3, sodiumMg: 9 });
  });

  test('of another table are for staff to say', () => {
    const found = recogniseColumns(['Lebensmittel', 'kJ']);
    expect(missingColumns(found)).toBe('Choose the column with the names of the foods.');
    expect(missingColumns({ ...found, name: 0 })).toBe('Choose at least one column with figures.');
    expect(missingColumns({ ...found, name: 0, kilojoules: 1 })).toBe(null);
  });
});

describe('a line', () => {
  test('blank is not known, and 0 is 0', () => {
    expect(readFoodRow(withCell(8, '  '), IN_ORDER)).toMatchObject({
      food: {
        key: 'F005634',
        name: 'Cucumber, raw',
        figures: { sodiumMg: null, saturatedFatGrams: 0 },
      },
    });
  });

  test('of a table without a column leaves that figure out', () => {
    const read = readFoodRow(A_ROW, { ...IN_ORDER, key: null, sodiumMg: null });
    expect(read).toMatchObject({ food: { key: null } });
    expect('food' in read && 'sodiumMg' in read.food.figures).toBe(false);
  });

  test.each([
    [0, '', 'Food key', 'The key is missing.'],
    [1, ' ', 'Food name', 'The name is missing.'],
    [3, '1,5', 'Protein, g', '“1,5” is not a number such as 1.5.'],
    [3, '-1', 'Protein, g', '“-1” is not a number such as 1.5.'],
    [3, 'Tr', 'Protein, g', '“Tr” is not a number such as 1.5.'],
    [3, '1e2', 'Protein, g', '“1e2” is not a number such as 1.5.'],
    [3, '101', 'Protein, g', '101 is more than 100 g of a food can have.'],
    [2, '4001', 'Energy, kJ', '4001 is more than 100 g of a food can have.'],
  ])('column %i cannot be “%s”', (at, cell, column, message) => {
    expect(readFoodRow(withCell(at, cell), IN_ORDER)).toEqual({ problems: [{ column, message }] });
  });
});

describe('suggestions', () => {
  const foods = [
    'Soup, chicken & noodle',
    'Chicken, thigh, flesh, raw',
    'Chicken, breast, flesh, raw',
    'Tomato, common, raw',
    'Tomatoes, canned',
    'Raw sugar',
  ];
  const index = indexFoods(foods);
  const best = (name: string) => suggestFoods(index, name, 3).map((at) => foods[at]);

  test('are the likest first, in the singular or not', () => {
    expect(best('Chicken thigh fillet')[0]).toBe('Chicken, thigh, flesh, raw');
    expect(best('Tomato, raw')).toEqual(['Tomato, common, raw', 'Tomatoes, canned']);
  });

  test('are none rather than any food that is raw', () => {
    expect(best('Wombok, raw')).toEqual([]);
  });
});
