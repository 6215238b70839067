import { describe, expect, test } from 'vitest';
import { type KeptMeal, storageAdvice } from './storage-advice.ts';

const FACTS = { keepsFreshDays: 3 };

function advice(change: Partial<KeptMeal>) {
  const meal = {
    deliveryDate: '2026-02-27',
    mealDate: '2026-02-27',
    shelfLifeDays: 3,
    freezable: true,
  };
  return storageAdvice({ ...meal, ...change }, FACTS);
}

describe('how long a meal keeps', () => {
  test('is counted from its delivery, over the end of a month', () => {
    expect(advice({}).useBy).toBe('2026-03-02');
    expect(advice({ shelfLifeDays: null }).useBy).toBeNull();
  });

  test.each<[string, Partial<KeptMeal>, string]>([
    ['a meal for its last day is eaten fresh', { mealDate: '2026-03-02' }, 'as-planned'],
    ['a meal for the day after is frozen', { mealDate: '2026-03-03' }, 'freeze'],
    [
      'seafood that keeps two days is frozen for the third',
      { mealDate: '2026-03-02', shelfLifeDays: 2 },
      'freeze',
    ],
    [
      'a meal that must not be frozen is eaten sooner',
      { mealDate: '2026-03-03', freezable: false },
      'eat-sooner',
    ],
    [
      'so is one of which nobody has said it',
      { mealDate: '2026-03-03', freezable: null },
      'eat-sooner',
    ],
    [
      'so is one of which nothing is known',
      { mealDate: '2026-03-03', freezable: null, shelfLifeDays: null },
      'eat-sooner',
    ],
    [
      'one that keeps five days may wait four',
      { mealDate: '2026-03-03', freezable: false, shelfLifeDays: 5 },
      'as-planned',
    ],
    [
      'but is better frozen where it may be',
      { mealDate: '2026-03-03', shelfLifeDays: 5 },
      'freeze',
    ],
  ])('%s', (_what, change, plan) => {
    expect(advice(change).plan).toBe(plan);
  });
});
