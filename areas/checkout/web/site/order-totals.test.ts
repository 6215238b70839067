import { describe, expect, test } from 'vitest';
import { planServiceKcal } from '#areas/menu/rules/plan-share.ts';
import { formatPlanFit, totalsOf } from './order-menu.ts';
import { DINNER, LUNCH, menu, TUESDAY } from '#areas/checkout/web/site/order/test-kitchen.ts';

const lunch = { date: TUESDAY, mealType: 'lunch' as const, mealId: LUNCH.id };
const dinner = { date: TUESDAY, mealType: 'dinner' as const, mealId: DINNER.id };

test('the table adds up energy, protein and cost', () => {
  expect(totalsOf([lunch, dinner], menu)).toEqual({
    meals: 2,
    calories: 1060,
    proteinGrams: 75,
    priceCents: 2898,
  });
});

describe('words for a day', () => {
  test.each([
    [0, 0, 'Nothing planned'],
    [1, 560, 'One meal so far'],
    [2, 971, 'Room for 110 Cal more'],
    [2, 972, 'Right on plan'],
    [2, 1188, 'Right on plan'],
    [2, 1189, 'A hearty day: 110 Cal above plan'],
    [2, 60, 'Room for 1,020 Cal more'],
  ])('%i meals of %i Cal on the 1800 plan: %s', (meals, calories, words) => {
    expect(formatPlanFit({ meals, calories }, planServiceKcal(1800), 2)).toBe(words);
  });
});
