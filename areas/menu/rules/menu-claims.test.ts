import { array, assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { averagePriceCents, menuClaims, priceClaimOf } from './menu-claims.ts';

const priced = (prices: number[]) => prices.map((priceCents) => ({ priceCents }));

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
  const meal = (priceCents: number, proteinGrams: number) => ({ priceCents, proteinGrams });

  test.each([
    ['the figures of the menu', [meal(1399, 30), meal(1599, 45)], '$14.99', '30+g'],
    ['a dearer menu, and protein in whole 5 g', [meal(1499, 29), meal(1505, 45)], '$15.02', '25+g'],
    ['protein below 5 g as it is', [meal(1499, 4)], '$14.99', '4+g'],
    ['of an empty menu what the sample menu is', [], '$14.99', '30+g'],
  ])('%s', (_, menu, average, protein) => {
    expect(menuClaims(menu)).toEqual([
      `Average meal price ${average}`,
      `${protein} protein per meal`,
    ]);
  });

  test('no meal has less protein', () => {
    assert(
      property(array(integer({ min: 0, max: 200 }), { minLength: 1 }), (grams) => {
        const [, protein = ''] = menuClaims(grams.map((each) => meal(1499, each)));
        expect(Math.min(...grams)).toBeGreaterThanOrEqual(Number.parseInt(protein, 10));
      }),
    );
  });
});
