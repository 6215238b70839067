import { describe, expect, test } from 'vitest';
import type { PersonFill, WeekFill } from '#areas/checkout/rules/draft/fill-week.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { newPerson } from '#areas/order-book/rules/people.ts';
import { describeFill as describeWish } from './fill-words.ts';

const NO_DAYS = { count: 0, meanKcal: 0, meanAimKcal: 0 };

function aFill(changes: Partial<PersonFill> = {}): PersonFill {
  return {
    personIndex: 0,
    added: 7,
    meanDeviationPct: 3,
    fullDays: NO_DAYS,
    singleMeals: { count: 7, meanKcal: 455, meanAimKcal: 450 },
    emptyCells: [],
    ...changes,
  };
}

function aWeek(...fills: PersonFill[]): WeekFill {
  const people = fills.map((_, at) => newPerson(at + 1, 1500));
  return {
    people,
    fills: fills.map((fill, personIndex) => ({ ...fill, personIndex })),
    added: fills.reduce((sum, { added }) => sum + added, 0),
    secondHelpings: 0,
    priceCents: 26_600,
  };
}

const describeFill = (week: WeekFill, mealTypes: readonly MealType[], diet = '') =>
  describeWish(week, { mealTypes, underCents: null, dietOf: () => diet });

describe('the preview of filling', () => {
  test('says how many meals and what they cost', () => {
    expect(describeFill(aWeek(aFill(), aFill({ added: 11 })), ['dinner'])).toEqual({
      summary: '18 dinners near each plan, $266.00 plus delivery.',
      shortages: [],
    });
    const helped = { ...aWeek(aFill()), added: 14, secondHelpings: 7 };
    expect(describeFill(helped, ['dinner']).summary).toMatch(/^7 dinners and 7 second helpings /);
    expect(describeFill({ ...helped, added: 1, secondHelpings: 1 }, ['dinner']).summary).toMatch(
      /^1 second helping near the plan/,
    );
    expect(describeFill(aWeek(aFill({ added: 1 })), ['lunch']).summary).toMatch(
      /^1 lunch near the plan,/,
    );
    expect(describeFill(aWeek(aFill({ added: 2 })), ['lunch']).summary).toMatch(/^2 lunches/);
    expect(describeFill(aWeek(aFill({ added: 14 })), ['lunch', 'dinner']).summary).toMatch(
      /^14 meals/,
    );
  });

  test('says when there is nothing to add', () => {
    const nothing = aFill({ added: 0, meanDeviationPct: null });
    expect(describeFill(aWeek(nothing), ['dinner']).summary).toBe(
      'There are no more meals to add.',
    );
  });

  test('says how far from the plan the days are, where the menu has nothing nearer', () => {
    const far = aFill({
      meanDeviationPct: 19,
      fullDays: { count: 7, meanKcal: 852, meanAimKcal: 720 },
      singleMeals: NO_DAYS,
    });
    const words = describeFill(aWeek(far), ['lunch', 'dinner'], 'vegetarian');
    expect(words.summary).toBe('7 meals, $266.00 plus delivery.');
    expect(words.shortages).toEqual([
      'There are few lighter vegetarian meals this week: about 850 Cal a day instead of 720.',
    ]);
  });

  test('says so when it is the price that leaves too little', () => {
    const far = aFill({
      meanDeviationPct: 13,
      fullDays: { count: 7, meanKcal: 814, meanAimKcal: 720 },
      singleMeals: NO_DAYS,
    });
    const wish = { mealTypes: ['lunch', 'dinner'], underCents: 1400 } as const;
    expect(describeWish(aWeek(far), wish).shortages).toEqual([
      'There are few lighter meals under $14 this week: about 810 Cal a day instead of 720.',
    ]);
  });

  test('names the person among several, and the kind of meal where it is only one', () => {
    const far = aFill({
      meanDeviationPct: 9,
      singleMeals: { count: 7, meanKcal: 480, meanAimKcal: 540 },
    });
    expect(describeFill(aWeek(aFill(), far), ['dinner']).shortages).toEqual([
      'There are few heartier dinners for Person 2 this week: about 480 Cal a dinner instead of 540.',
    ]);
  });

  test('names every place for which there is nothing', () => {
    const emptyCells = [
      { date: '2026-12-03', mealType: 'dinner' },
      { date: '2026-12-03', mealType: 'lunch' },
      { date: '2026-12-04', mealType: 'dinner' },
    ] as const;
    const words = describeFill(aWeek(aFill({ emptyCells: [...emptyCells] }), aFill()), ['dinner']);
    expect(words.shortages).toEqual([
      'No lunch for Person 1 on Thu 3 Dec: we leave that empty.',
      'No dinner for Person 1 on Thu 3 Dec, Fri 4 Dec: we leave that empty.',
    ]);
  });
});
