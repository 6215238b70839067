import { expect, test } from 'vitest';
import { bestAndWorst, describeChange, describeFilled, type MealFigure } from './compare-table.tsx';

test.each([
  [{ now: 5, before: 4 }, '+25%'],
  [{ now: 3, before: 4 }, '−25%'],
  [{ now: 0, before: 4 }, '−100%'],
  [{ now: 4, before: 4 }, 'no change'],
  [{ now: 0, before: 0 }, 'no change'],
  [{ now: 1001, before: 1000 }, 'about the same'],
  // More was refunded than taken.
  [{ now: 10, before: -10 }, '+200%'],
  [{ now: -20, before: -10 }, '−100%'],
  [{ now: 4, before: 0 }, null],
])('%j is %s', (both, change) => {
  expect(describeChange(both)).toBe(change);
});

test('a window is filled so far of its places, and closed without any', () => {
  expect(describeFilled(12, 20)).toBe('12 of 20 (60%)');
  expect(describeFilled(0, 0)).toBe('Closed');
  expect(describeFilled(21, 20)).toBe('21 of 20 (105%)');
});

test('the five most and the five least chosen meals are drawn, and none twice', () => {
  const meals = Array.from({ length: 12 }, (_, index) => ({ mealId: index }) as MealFigure);
  const ids = (list: readonly MealFigure[]) => bestAndWorst(list).map(({ mealId }) => mealId);
  expect(ids(meals)).toEqual([0, 1, 2, 3, 4, 7, 8, 9, 10, 11]);
  expect(ids(meals.slice(0, 7))).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
