import { describe, expect, test } from 'vitest';
import { scaledText, scaleLines } from '#areas/menu/rules/recipe.ts';

const PEPPER = { name: 'Black pepper', qty: 3, unit: 'g' as const };
const CHICKEN = { name: 'Chicken', qty: 1458, unit: 'g' as const };
const EGG = { name: 'Egg', qty: 9, unit: 'piece' as const };

test.each([
  [CHICKEN, 37 / 10, '5,394.6 g'],
  [CHICKEN, 1280 / 6650, '280.64 g'],
  [EGG, 1 / 9, '1 piece'],
  [EGG, 37 / 10, '33.3 pieces'],
  [PEPPER, 1 / 10, '0.3 g'],
])('%j times %d is shown as it is: %s', (line, factor, shown) => {
  expect(scaledText(line, factor)).toBe(shown);
});

describe('a recipe at another size', () => {
  test('is kept in whole base units', () => {
    expect(scaleLines([CHICKEN, EGG], 3.7)).toEqual({ qtys: [5395, 33] });
  });

  test.each([
    [1 / 6, { qtys: [1] }],
    [1 / 7, { tooSmall: 'Black pepper would be 0.43 g: keep the larger size.' }],
    [0.1, { tooSmall: 'Black pepper would be 0.3 g: keep the larger size.' }],
  ])('keeps nothing that is under half a unit: times %d', (factor, kept) => {
    expect(scaleLines([PEPPER], factor)).toEqual(kept);
  });
});
