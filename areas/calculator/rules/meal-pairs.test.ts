import { expect, test } from 'vitest';
import {
  chooseMealPairs,
  isPairClose,
  type PairMeal,
} from '#areas/calculator/rules/recommendation.ts';

function meal(id: number, calories: number, protein = 35): PairMeal {
  return { id, calories, protein };
}

const LUNCHES = [meal(1, 420), meal(2, 500), meal(3, 550), meal(4, 480)];
const DINNERS = [meal(11, 480), meal(12, 510), meal(13, 560), meal(14, 500)];
const MENU = [LUNCHES, DINNERS];

function sums(serviceKcal: number, menu = MENU): number[] {
  return chooseMealPairs(menu, serviceKcal, 3).map(({ calories }) => calories);
}

test('the pair nearest to what two meals should give comes first, and no meal comes twice', () => {
  expect(sums(1000)).toEqual([1000, 990, 980]);
  const pairs = chooseMealPairs(MENU, 1000, 3);
  expect(new Set(pairs.map(({ meals: [lunch] }) => lunch?.id)).size).toBe(3);
  expect(new Set(pairs.map(({ meals: [, dinner] }) => dinner?.id)).size).toBe(3);
});

test('where nothing comes near, the fullest or the lightest pairs are named', () => {
  expect(sums(1800)).toEqual([1110, 1010, 980]);
  expect(sums(600)).toEqual([900, 980, 1010]);
});

test('of two pairs as near as each other, that with more protein is named first', () => {
  const menu = [[meal(1, 500, 30), meal(2, 500, 40)], [meal(11, 500)]];
  expect(chooseMealPairs(menu, 1000, 1)[0]?.meals[0]?.id).toBe(2);
});

test('a short menu repeats a meal rather than leave only one choice', () => {
  const menu = [[meal(1, 500)], [meal(11, 500), meal(12, 520)]];
  expect(sums(1000, menu)).toEqual([1000, 1020]);
});

test('a menu without lunches has no pairs', () => {
  expect(chooseMealPairs([[], DINNERS], 1000, 3)).toEqual([]);
});

test('a kitchen of one service has single meals, the nearest to its share first', () => {
  expect(sums(450, [LUNCHES])).toEqual([420, 480, 500]);
});

test.each([
  [1080, true],
  [1320, true],
  [1079, false],
  [1321, false],
])('for 1200, a pair of %i is near enough: %s', (calories, isClose) => {
  expect(isPairClose({ calories }, 1200)).toBe(isClose);
});
