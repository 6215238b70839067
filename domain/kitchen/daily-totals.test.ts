import { expect, test } from 'vitest';
import { dailyTotals } from '#domain/kitchen/daily-totals.ts';
import type { KitchenBag, KitchenItem } from '#domain/kitchen/kitchen-bag.ts';
import { A_DINNER, A_LUNCH, aBag } from '#quality/support/a-kitchen-bag.ts';

const withName = (item: KitchenItem, name: string): KitchenItem => ({
  ...item,
  meal: { ...item.meal, name, ingredients: 'Chicken, rice, onion', allergens: [] },
});
const lunch = withName(A_LUNCH, 'Chicken bowl');
const dinner = withName(A_DINNER, 'Beef curry');

function anOrder(change: Partial<KitchenBag> = {}): KitchenBag {
  return aBag({ items: [lunch], ...change });
}

test('totals are counted by meal, by window, by lunch and dinner, warm and cold', () => {
  const totals = dailyTotals([
    anOrder({ items: [lunch, dinner, { ...lunch, personName: 'Ben' }] }),
    anOrder({ window: '16:00-18:00', deliveryPreference: 'warm', items: [dinner, dinner] }),
  ]);
  expect(totals).toMatchObject({ meals: 5, lunch: 2, dinner: 3, warm: 2, cold: 3, deliveries: 2 });
  expect(totals.byMeal).toEqual([
    { mealId: 1, name: 'Chicken bowl', mealType: 'lunch', count: 2, warm: 0, cold: 2 },
    { mealId: 2, name: 'Beef curry', mealType: 'dinner', count: 3, warm: 2, cold: 1 },
  ]);
  expect(totals.windows).toMatchObject([
    { window: '11:00-13:00', meals: 3, deliveries: 1, warm: 0 },
    { window: '16:00-18:00', meals: 2, deliveries: 1, warm: 2, byMeal: [{ mealId: 2, count: 2 }] },
  ]);
});

test('cancelled orders count for nothing, and pending ones are counted and pointed out', () => {
  const totals = dailyTotals([
    anOrder({ status: 'cancelled' }),
    anOrder({ status: 'pending', orderNumber: 'RT-3333-3333' }),
    anOrder(),
  ]);
  expect(totals).toMatchObject({ meals: 2, deliveries: 2, pendingDeliveries: 1 });
  expect(totals.packingList.map((order) => order.status)).toEqual(['confirmed', 'pending']);
});

test('the packing list goes by window, and in each begins with the orders that must be read', () => {
  const { packingList } = dailyTotals([
    anOrder({ orderNumber: 'D', window: '16:00-18:00', specialInstructions: 'nut allergy' }),
    anOrder({ orderNumber: 'C' }),
    anOrder({ orderNumber: 'B', specialInstructions: 'no onion' }),
    anOrder({ orderNumber: 'A' }),
  ]);
  expect(packingList.map((order) => [order.orderNumber, order.specialWords])).toEqual([
    ['B', ['onion']],
    ['A', []],
    ['C', []],
    ['D', ['nut', 'allergy']],
  ]);
});

test('a day without orders has nothing but noughts', () => {
  expect(dailyTotals([])).toMatchObject({ meals: 0, byMeal: [], packingList: [] });
});
