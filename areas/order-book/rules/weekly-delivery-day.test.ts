import { expect, test } from 'vitest';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { weeklyDayAfter } from './meal-dates.ts';

const TUESDAY = '2026-11-24';
const WEDNESDAY = '2026-11-25';
const THURSDAY = '2026-11-26';

function eating(...dates: PlainDate[]) {
  return [
    { mealAssignments: dates.map((date) => ({ date, mealType: 'lunch' as const, mealId: 1 })) },
  ];
}

test('the day starts at the first meal', () => {
  expect(weeklyDayAfter(null, eating(), eating(THURSDAY, WEDNESDAY))).toBe(WEDNESDAY);
});

test('the day follows the first meal to an earlier and to a later date', () => {
  expect(weeklyDayAfter(WEDNESDAY, eating(WEDNESDAY), eating(TUESDAY, WEDNESDAY))).toBe(TUESDAY);
  expect(weeklyDayAfter(TUESDAY, eating(TUESDAY, THURSDAY), eating(THURSDAY))).toBe(THURSDAY);
});

test('a day chosen before the first meal stays while it can', () => {
  expect(weeklyDayAfter(TUESDAY, eating(THURSDAY), eating(WEDNESDAY, THURSDAY))).toBe(TUESDAY);
});

test('a day chosen earlier comes forward when a meal is placed before it', () => {
  expect(weeklyDayAfter(WEDNESDAY, eating(THURSDAY), eating(TUESDAY, THURSDAY))).toBe(TUESDAY);
});

test('without meals there is no day', () => {
  expect(weeklyDayAfter(WEDNESDAY, eating(WEDNESDAY), eating())).toBeNull();
});
