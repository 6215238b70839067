import { expect, test } from 'vitest';
import type { MealNutrition } from './meal-fields.ts';
import { aFullMeal } from '#quality/support/a-meal.ts';
import { nutritionPanel } from './label-text.ts';

const A_MEAL = aFullMeal({
  calories: 491,
  proteinGrams: 37,
  carbsGrams: 43,
  fatGrams: 18,
  saturatedFatGrams: 4.4,
  sugarsGrams: 9.9,
  sodiumMg: 725,
  servingGrams: 415,
});

const rowsOf = (change: Partial<MealNutrition> = {}) =>
  nutritionPanel({ ...A_MEAL, ...change }).rows.map((row) => [row.name, row.perServe, row.per100g]);

test('the panel has every row of the law, per serving and per 100 g', () => {
  expect(nutritionPanel(A_MEAL).servingSize).toBe('415 g');
  expect(rowsOf()).toEqual([
    ['Energy', '2054 kJ', '495 kJ'],
    ['', '491 Cal', '118 Cal'],
    ['Protein', '37.0 g', '8.9 g'],
    ['Fat, total', '18.0 g', '4.3 g'],
    ['– saturated', '4.4 g', '1.1 g'],
    ['Carbohydrate', '43.0 g', '10.4 g'],
    ['– sugars', '9.9 g', '2.4 g'],
    ['Sodium', '725 mg', '175 mg'],
  ]);
});

test('what nobody has measured is asked for, never shown as nothing', () => {
  const rows = rowsOf({ saturatedFatGrams: null, sugarsGrams: null, sodiumMg: null });
  for (const index of [4, 6, 7]) expect(rows[index]?.slice(1)).toEqual(['ask us', 'ask us']);
});

test('a measured nothing is a nothing', () => {
  expect(rowsOf({ sugarsGrams: 0 })[6]).toEqual(['– sugars', '0.0 g', '0.0 g']);
});

test('without the weight of a serving there is no figure for 100 g', () => {
  expect(nutritionPanel({ ...A_MEAL, servingGrams: null }).servingSize).toBe('ask us');
  expect(rowsOf({ servingGrams: null }).map(([, , per100g]) => per100g)).toEqual(
    Array.from({ length: 8 }, () => 'ask us'),
  );
});
