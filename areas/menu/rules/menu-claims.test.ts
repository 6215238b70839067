import { array, assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { averagePriceCents, menuClaims, minimumProteinGrams, priceClaimOf } from './menu-claims.ts';

const priced = (prices: number[]) => prices.map((priceCents) => ({ priceCents }));
const withProtein = (grams: number[]) => grams.map((proteinGrams) => ({ proteinGrams }));

describe('average price', () => {
  test.each([
    [[], null],
    [[1499], 1499],
    [[1249, 1749], 1499],
    [[1499, 1500], 1500],
    [[1499, 1499, 1500], 1499],
    [[1499, 1500, 1500], 1500],
  ])('of %j cents is %j', (prices, average) => {
    expect(averagePriceCents(priced(prices))).toBe(average);
  });

  test('lies between the cheapest and the dearest meal, whatever their order', () => {
    assert(
      property(array(integer({ min: 100, max: 10_000 }), { minLength: 1 }), (prices) => {
        const average = averagePriceCents(priced(prices));
        expect(average).toBeGreaterThanOrEqual(Math.min(...prices));
        expect(average).toBeLessThanOrEqual(Math.max(...prices));
        expect(averagePriceCents(priced(prices.toReversed()))).toBe(average);
      }),
    );
  });
});

describe('minimum protein', () => {
  test.each([
    [[], null],
    [[31], 31],
    [[42, 30, 35], 30],
    [[42, 0], 0],
  ])('of %j grams is %j', (grams, minimum) => {
    expect(minimumProteinGrams(withProtein(grams))).toBe(minimum);
  });

  test('is reached by every meal', () => {
    assert(
      property(array(integer({ min: 0, max: 200 }), { minLength: 1 }), (grams) => {
        const minimum = minimumProteinGrams(withProtein(grams)) ?? Number.NaN;
        expect(grams).toContain(minimum);
        expect(grams.every((each) => each >= minimum)).toBe(true);
      }),
    );
  });
});

test.each([
  [1999, 'at most'],
  [1799, 'at most'],
  [1798, 'on average'],
  [1499, 'on average'],
  [1498, 'from'],
  [1199, 'from'],
  [1198, null],
])('%i cents on a menu of 11.99, 14.99 and 17.99 may be called "%s"', (cents, claim) => {
  expect(priceClaimOf(cents, priced([1799, 1199, 1499]))).toBe(claim);
});

test('no price may be claimed for an empty menu', () => {
  expect(priceClaimOf(1499, [])).toBeNull();
});

describe('what is advertised of the whole menu', () => {
  const AVERAGE = 'Average meal price $14.99';
  const PROTEIN = '30+g protein per meal';
  const meal = (priceCents: number, proteinGrams: number) => ({ priceCents, proteinGrams });

  test.each([
    ['both while both are true', [meal(1399, 30), meal(1599, 45)], [AVERAGE, PROTEIN]],
    ['no average when the menu is dearer', [meal(1500, 30)], [PROTEIN]],
    ['no average when the menu is cheaper', [meal(1498, 30)], [PROTEIN]],
    ['no protein when one meal has less', [meal(1399, 29), meal(1599, 45)], [AVERAGE]],
    ['neither when neither is true', [meal(1999, 12)], []],
    ['both of an empty menu, which says nothing else', [], [AVERAGE, PROTEIN]],
  ])('%s', (_, menu, claims) => {
    expect(menuClaims(menu, defaultBusiness)).toEqual(claims);
  });
});
