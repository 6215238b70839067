import { defaultBusiness } from '#areas/business/rules/facts.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weekFrom } from '#platform/rules/plain-date.ts';
import { type BalancedMeal, balanceMenu, gapSentences } from './menu-balance.ts';
import { bitsToDays, daysToBits, isOnMenu, offeredDays } from './menu-week.ts';

const WEEK = '2026-12-01';
const days = weekFrom(WEEK);

test('the days of a week survive being stored', () => {
  fc.assert(
    fc.property(fc.subarray(days), (some) => {
      expect(bitsToDays(WEEK, daysToBits(WEEK, some.toReversed()))).toEqual(some);
    }),
  );
});

test('a week with a menu offers what is on it, from the instant it is published; other weeks all', () => {
  const publishAt = Date.parse('2026-11-22T07:00:00Z');
  const entries = [{ mealId: 7, days: [days[2] as string] }];
  const menus = [{ weekStart: WEEK, state: 'ready' as const, publishAt, entries }];
  const at = (now: number, mealId: number, date: string) =>
    isOnMenu(offeredDays(mealId, menus, now), date);
  expect(days.filter((day) => at(publishAt, 7, day))).toEqual([days[2]]);
  expect(days.some((day) => at(publishAt - 1, 7, day) || at(publishAt, 8, day))).toBe(false);
  expect(at(publishAt, 8, '2026-12-08') && at(publishAt, 8, '2026-11-30')).toBe(true);
  expect(isOnMenu(undefined, WEEK)).toBe(true);
});

function aMeal(id: number, change: Partial<BalancedMeal> = {}): BalancedMeal {
  return {
    id,
    mealType: 'dinner',
    calories: 500,
    protein: 40,
    priceCents: 1500,
    diets: [],
    allergens: [],
    isOn: () => true,
    ...change,
  };
}

describe('the balance of a week', () => {
  const vegan = aMeal(1, { mealType: 'lunch', diets: ['vegan'], calories: 401, priceCents: 1399 });
  const beef = aMeal(2, { allergens: null });
  const offered = new Map([
    [1, days.filter((day) => day !== '2026-12-03')],
    [2, days],
  ]);
  const week = balanceMenu(
    WEEK,
    [vegan, beef, aMeal(3, { diets: ['kosher'] })],
    offered,
    defaultBusiness,
  );

  test('counts meals and diets by day, with the lowest, the mean and the highest', () => {
    expect(week[0]).toMatchObject({
      meals: { lunch: 1, dinner: 1 },
      calories: { lowest: 401, mean: 451, highest: 500 },
      priceCents: { lowest: 1399, mean: 1450, highest: 1500 },
      undeclared: 1,
    });
    expect(week[0]?.diets.vegan).toEqual({ lunch: 1, dinner: 0 });
  });

  test('says what is missing when, and nothing of a diet that the kitchen never cooks', () => {
    expect(gapSentences(week)).toEqual([
      'Nothing kosher on any day',
      'No lunch on Thu 3 Dec',
      'Nothing for a vegan on Thu 3 Dec',
    ]);
  });

  test('leaves out a meal that is switched off or out of season that day', () => {
    const off = { ...vegan, isOn: () => false };
    expect(balanceMenu(WEEK, [off, beef], offered, defaultBusiness)[0]).toMatchObject({
      meals: { lunch: 0 },
    });
    expect(balanceMenu(WEEK, [off], offered, defaultBusiness)[0]).toMatchObject({ calories: null });
  });
});
