import { expect, test } from 'vitest';
import { readIngredients } from '#areas/menu/rules/ingredient-text.ts';
import { rollUpIngredients } from './daily-totals.ts';

test('a list is read with its percentages, and brackets belong to their ingredient', () => {
  expect(
    readIngredients(
      'Chicken (34%), cooked noodles (29%) (water, flour), fish sauce (anchovy (fish), salt), wine [220 (sulphites)], salt, Salt.',
    ),
  ).toEqual([
    { name: 'Chicken', percent: 34 },
    { name: 'Cooked noodles', percent: 29 },
    { name: 'Fish sauce', percent: null },
    { name: 'Wine', percent: null },
    { name: 'Salt', percent: null },
  ]);
});

test('a percentage may stand beside its ingredient, and one among its parts is not its own', () => {
  expect(readIngredients('Water, tomatoes 34%, 12% onion, soy sauce (water (60%), soy)')).toEqual([
    { name: 'Water', percent: null },
    { name: 'Tomatoes', percent: 34 },
    { name: 'Onion', percent: 12 },
    { name: 'Soy sauce', percent: null },
  ]);
});

test.each(['', ' ', ',,', '()', '(', ')', '.'])('%j lists nothing', (list) => {
  expect(readIngredients(list)).toEqual([]);
});

test('a day takes what its portions hold, as far as they say', () => {
  const bowl = { name: 'Bowl', ingredients: 'Rice (25%), onion', servingGrams: 400 };
  const dal = { name: 'Dal', ingredients: 'Lentils (30%), Onion (10%)', servingGrams: 500 };
  const pie = { name: 'Pie', ingredients: 'Rice (10%)', servingGrams: null };
  const soup = { name: 'Soup', ingredients: '', servingGrams: 300 };
  expect(rollUpIngredients([bowl, bowl, dal, pie, soup, soup])).toEqual({
    ingredients: [
      { name: 'Rice', servings: 3, grams: 200, isWhole: false },
      { name: 'Lentils', servings: 1, grams: 150, isWhole: true },
      { name: 'Onion', servings: 3, grams: 50, isWhole: false },
    ],
    unlisted: ['Soup'],
  });
});
