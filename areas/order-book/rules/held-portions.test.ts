import { expect, test } from 'vitest';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { heldPortions, heldText } from './food-matters.ts';
import type { OrderItem } from '#areas/order-book/rules/order.ts';
import { takeSnapshot } from '#areas/menu/rules/meal-snapshot.ts';
import { aFullMeal } from '#quality/support/a-meal.ts';

const ITEM: OrderItem = {
  id: 1,
  mealId: 7,
  mealType: 'dinner',
  mealDate: '2026-01-15',
  deliveryDate: '2026-01-14',
  deliveryWindow: '16:00-18:00',
  personName: 'Ben',
  priceCents: 1500,
  feeDate: '2026-01-14',
  helping: 1,
  meal: takeSnapshot(aFullMeal({ name: 'Pasta', shelfLifeDays: 2, freezable: false })),
  override: null,
};

const held = (madeOn: string | null) =>
  heldPortions(
    {
      madeOn,
      people: [
        { ...NO_FOOD_NEEDS, id: 1, name: 'Ben', position: 1, calorieTarget: 1500, items: [ITEM] },
      ],
    },
    [],
    { keepsFreshDays: 3 },
  ).map(heldText);

test('food keeps from the day it was cooked for, wherever its delivery has gone since', () => {
  expect(held(null)).toEqual([]);
  expect(held('2026-01-12')).toEqual(['Pasta for Ben keeps until Wed 14 Jan']);
});
