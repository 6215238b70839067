import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { describe, expect, test } from 'vitest';
import { bagsToCarry, temperatureOf } from '#areas/order-book/rules/pack-bag.ts';
import {
  type ComingPortion,
  isWarmIn,
  lateLunchesIn,
  namesOfLunches,
  warmWords,
} from '#areas/order-book/rules/warm-portion.ts';

const THURSDAY = '2026-12-03';
const FRIDAY = '2026-12-04';
const NOON = '11:00-13:00';
const EVENING = '16:00-18:00';

function portion(
  mealType: ComingPortion['mealType'],
  deliveryWindow: ComingPortion['deliveryWindow'],
  { mealDate = THURSDAY, deliveryDate = THURSDAY } = {},
): ComingPortion {
  return { mealType, deliveryWindow, mealDate, deliveryDate };
}

const times = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);

describe('warm', () => {
  test.each([
    ['lunches at noon', times(5, portion('lunch', NOON)), 'Warm: your 5 lunches.'],
    [
      'dinners that come at noon',
      [...times(5, portion('lunch', NOON)), ...times(7, portion('dinner', NOON))],
      'Warm: your 5 lunches. Your 7 dinners come cold.',
    ],
    [
      'one lunch that comes in the evening',
      [portion('lunch', NOON), portion('lunch', EVENING), portion('dinner', EVENING)],
      'Warm: your 1 lunch and 1 dinner. Your 1 other lunch comes cold.',
    ],
    ['dinners at noon alone', times(2, portion('dinner', NOON)), null],
    ['a dinner of the next day', [portion('dinner', EVENING, { mealDate: FRIDAY })], null],
  ])('is said of what is eaten when it comes: %s', (_what, portions, words) => {
    expect(warmWords(portions, defaultBusiness)).toBe(words);
  });

  test.each([
    ['lunch', '12:00-14:00', true],
    ['lunch', '12:00-14:01', false],
    ['dinner', '15:30-17:00', true],
    ['dinner', '15:29-17:00', false],
  ] as const)('%s in %s: %s', (mealType, window, isWarm) => {
    const delivery = { date: THURSDAY, window };
    const meal = { mealType, mealDate: THURSDAY };
    expect(isWarmIn('warm', delivery, meal)).toBe(isWarm);
    expect(isWarmIn('cold', delivery, meal)).toBe(false);
  });

  test('what was kept cold from an earlier day stays cold', () => {
    const delivery = { date: THURSDAY, window: NOON, madeOn: '2026-12-02' } as const;
    expect(isWarmIn('warm', delivery, { mealType: 'lunch', mealDate: THURSDAY })).toBe(false);
  });
});

describe('bags', () => {
  const warm = { isWarm: true };
  const cold = { isWarm: false };

  test('never hold warm and cold together', () => {
    const portions = [...times(2, warm), ...times(5, cold)];
    expect(temperatureOf(portions)).toBe('both');
    expect(bagsToCarry(portions, { portionsPerBag: 4 })).toEqual([
      { temperature: 'warm', portions: 2 },
      { temperature: 'cold', portions: 5 },
      { temperature: 'cold', portions: 5 },
    ]);
  });

  test('of a delivery without portions are one', () => {
    expect(bagsToCarry([], { portionsPerBag: 4 })).toHaveLength(1);
  });
});

describe('lunches that come after lunch', () => {
  test('are those of the delivery’s own day in a window from 2pm on', () => {
    const late = lateLunchesIn([
      ...times(2, portion('lunch', EVENING)),
      portion('lunch', EVENING, { mealDate: FRIDAY }),
      portion('dinner', EVENING),
      portion('lunch', '14:00-16:00', { mealDate: FRIDAY, deliveryDate: FRIDAY }),
      portion('lunch', '13:30-15:30', { mealDate: FRIDAY, deliveryDate: FRIDAY }),
    ]);
    expect(late).toEqual([
      { date: THURSDAY, window: EVENING, lunches: 2 },
      { date: FRIDAY, window: '14:00-16:00', lunches: 1 },
    ]);
    expect(namesOfLunches(late.slice(0, 1), defaultBusiness)).toBe('Thursday’s 2 lunches');
    expect(namesOfLunches(late.slice(1), defaultBusiness)).toBe('Friday’s lunch');
    expect(namesOfLunches(late, defaultBusiness)).toBe('The 3 lunches of Thu and Fri');
  });
});
