import { array, assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
import { type DeliveryMode, deliveryModeOf, effectiveDeliveryType } from './meal-dates.ts';

const TO_CHOOSE: DeliveryMode = 'choice';
const WEEKLY: DeliveryMode = 'weekly';
const NO_MEALS: DeliveryMode = 'none';

describe('people with these numbers of meals', () => {
  test.each([
    [[0], NO_MEALS],
    [[1], WEEKLY],
    [[4], WEEKLY],
    [[5], TO_CHOOSE],
    [[14], TO_CHOOSE],
    [[0, 0, 0, 0, 0, 0], NO_MEALS],
    [[0, 5], TO_CHOOSE],
    [[5, 5, 5, 5, 5, 5], TO_CHOOSE],
    [[0, 0, 0, 0, 0, 14], TO_CHOOSE],
    [[5, 4], WEEKLY],
    [[4, 5], WEEKLY],
    [[14, 14, 14, 14, 14, 1], WEEKLY],
    [[0, 5, 1], WEEKLY],
    [[1, 1, 1, 1, 1], WEEKLY],
    [[3, 2], WEEKLY],
  ])('%j: delivery is %s', (mealsPerPerson, mode) => {
    expect(deliveryModeOf(mealsPerPerson, defaultBusiness)).toBe(mode);
  });

  test('may choose when each has none or at least five; one to four for anyone force weekly', () => {
    const anyCounts = array(integer({ min: 0, max: 14 }), { minLength: 1, maxLength: 6 });
    const eligible = array(constantFrom(0, 5, 6, 10, 14), { minLength: 1, maxLength: 6 });
    assert(
      property(anyCounts, eligible, (counts, allEligible) => {
        for (const meals of [counts, allEligible]) {
          const hasFew = meals.some((count) => [1, 2, 3, 4].includes(count));
          const hasAny = meals.some((count) => count > 0);
          expect(deliveryModeOf(meals, defaultBusiness)).toBe(
            hasFew ? WEEKLY : hasAny ? TO_CHOOSE : NO_MEALS,
          );
          expect(deliveryModeOf(meals.toReversed(), defaultBusiness)).toBe(
            deliveryModeOf(meals, defaultBusiness),
          );
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the delivery an order really has', () => {
  test.each<[DeliveryMode, DeliveryType | null, DeliveryType | null]>([
    ['none', null, null],
    ['none', 'daily', null],
    ['none', 'weekly', null],
    ['choice', null, null],
    ['choice', 'daily', 'daily'],
    ['choice', 'weekly', 'weekly'],
    ['weekly', null, 'weekly'],
    ['weekly', 'daily', 'weekly'],
    ['weekly', 'weekly', 'weekly'],
  ])('in mode %s with %s chosen is %s', (mode, chosen, expected) => {
    expect(effectiveDeliveryType(mode, chosen)).toBe(expected);
  });
});
