import { describe, expect, test } from 'vitest';
import { addForecasts, forecastByMealAndWeek, mealMargin } from './figure-periods.ts';

const WEEK = '2026-01-06';
const NEXT = '2026-01-13';

describe('forecast against actual', () => {
  const weeks = forecastByMealAndWeek([
    { mealId: 1, week: WEEK, forecast: 15, actual: 12 },
    { mealId: 1, week: WEEK, forecast: 10, actual: 14 },
    { mealId: 1, week: WEEK, forecast: null, actual: 3 },
    { mealId: 1, week: WEEK, forecast: 0, actual: 0 },
    { mealId: 1, week: NEXT, forecast: 8, actual: 8 },
    { mealId: 2, week: WEEK, forecast: null, actual: 0 },
  ]);
  test('is by meal and week, and too many on one day do not make up for too few on another', () => {
    expect(weeks).toEqual([
      { mealId: 1, week: WEEK, forecast: 25, actual: 26, off: 7, daysWithout: 1, actualWithout: 3 },
      { mealId: 1, week: NEXT, forecast: 8, actual: 8, off: 0, daysWithout: 0, actualWithout: 0 },
    ]);
  });
  test('adds up', () => {
    expect(addForecasts(weeks)).toEqual({
      forecast: 33,
      actual: 34,
      off: 7,
      daysWithout: 1,
      actualWithout: 3,
    });
  });
});

describe('the margin of a meal', () => {
  const cost = { costCents: 437, marginCents: 0, marginTenths: 0, foodCostTenths: 0 };
  test.each([
    [
      'without GST',
      false,
      { revenueCents: 3300, costCents: 874, marginCents: 2426, marginTenths: 735 },
    ],
    [
      'with GST in the price',
      true,
      { revenueCents: 3000, costCents: 874, marginCents: 2126, marginTenths: 709 },
    ],
  ])('%s', (_name, includesGst, margin) => {
    expect(mealMargin({ portions: 2, priceCents: 3300 }, cost, { includesGst })).toEqual(margin);
  });
  test('is not known without a recipe, or with an ingredient without a price: never 0', () => {
    const unknown = { revenueCents: 3300, costCents: null, marginCents: null, marginTenths: null };
    const sold = { portions: 2, priceCents: 3300 };
    expect(mealMargin(sold, null, { includesGst: false })).toEqual(unknown);
    const unpriced = { costCents: null, unpriced: ['Saffron'] };
    expect(mealMargin(sold, unpriced, { includesGst: false })).toEqual(unknown);
  });
  test('of nothing sold has no share', () => {
    expect(mealMargin({ portions: 0, priceCents: 0 }, cost, { includesGst: false })).toEqual({
      revenueCents: 0,
      costCents: 0,
      marginCents: 0,
      marginTenths: null,
    });
  });
});
