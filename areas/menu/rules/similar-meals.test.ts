import { expect, test } from 'vitest';
import { similarMeals } from './similar-meals.ts';

const meal = (id: number, calories: number, mealType: 'lunch' | 'dinner' = 'dinner') => ({
  id,
  calories,
  mealType,
});

test('similar are those of the same kind that are nearest in energy, without the meal itself', () => {
  const menu = [meal(1, 500), meal(2, 620), meal(3, 480), meal(4, 500, 'lunch'), meal(5, 520)];
  expect(similarMeals(meal(1, 500), menu, 3).map(({ id }) => id)).toEqual([3, 5, 2]);
  expect(similarMeals(meal(9, 500, 'lunch'), menu, 3).map(({ id }) => id)).toEqual([4]);
  expect(similarMeals(meal(1, 500), [], 3)).toEqual([]);
});
