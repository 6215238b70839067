import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { describe, expect, test } from 'vitest';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { isMealOffered, mealsFor, orderMenu } from './order-menu.ts';
import { DINNER, LUNCH, menu, TUESDAY } from '#areas/checkout/web/site/order/test-kitchen.ts';

describe('the menu of the wizard', () => {
  test('holds only meals on sale, with their prices in cents', () => {
    const some = orderMenu(
      [anOrderedMeal({ id: 1, price: '14.99' }), anOrderedMeal({ id: 2, isActive: false })],
      defaultBusiness,
    );
    expect(some.meals.map(({ id }) => id)).toEqual([1]);
    expect(some.priceCentsOf(1)).toBe(1499);
    expect(some.find(2)).toBeUndefined();
    expect(some.priceCentsOf(2)).toBeUndefined();
  });

  test('offers lunches at lunch and dinners at dinner', () => {
    expect(mealsFor(menu, { date: TUESDAY, mealType: 'lunch' })).toEqual([LUNCH]);
    expect(mealsFor(menu, { date: TUESDAY, mealType: 'dinner' })).toEqual([DINNER]);
  });

  test('offers a meal only on the days on which it is available', () => {
    const ended = anOrderedMeal({ availableTo: '2026-11-23' });
    expect(isMealOffered(ended, { date: '2026-11-23', mealType: 'dinner' })).toBe(true);
    expect(isMealOffered(ended, { date: TUESDAY, mealType: 'dinner' })).toBe(false);
  });
});
