import { expect, test } from 'vitest';
import { dailyTotals } from './daily-totals.ts';
import type { KitchenBag, KitchenItem } from '#areas/order-book/rules/kitchen-bag.ts';
import { A_DINNER, A_LUNCH, aBag } from '#quality/support/a-kitchen-bag.ts';

const withName = (item: KitchenItem, name: string): KitchenItem => ({
  ...item,
  meal: { ...item.meal, name, ingredients: 'Chicken, rice, onion', allergens: [] },
});
const lunch = withName(A_LUNCH, 'Chicken bowl');
const dinner = withName(A_DINNER, 'Beef curry');
const warm = { ...dinner, isWarm: true };

function anOrder(change: Partial<KitchenBag> = {}): KitchenBag {
  return aBag({ items: [lunch], ...change });
}

test('totals are counted by meal, by window, by lunch and dinner, warm and cold', () => {
  const totals = dailyTotals([
    anOrder({ items: [lunch, dinner, { ...lunch, personName: 'Ben' }] }),
    anOrder({ window: '16:00-18:00', items: [warm, warm] }),
  ]);
  expect(totals).toMatchObject({ meals: 5, lunch: 2, dinner: 3, warm: 2, cold: 3, deliveries: 2 });
  expect(totals.byMeal).toEqual([
    { mealId: 1, name: 'Chicken bowl', mealType: 'lunch', count: 2, onHold: 0, warm: 0, cold: 2 },
    { mealId: 2, name: 'Beef curry', mealType: 'dinner', count: 3, onHold: 0, warm: 2, cold: 1 },
  ]);
  expect(totals.windows).toMatchObject([
    { window: '11:00-13:00', meals: 3, deliveries: 1, warm: 0 },
    { window: '16:00-18:00', meals: 2, deliveries: 1, warm: 2, byMeal: [{ mealId: 2, count: 2 }] },
  ]);
});

test('a portion on hold is counted beside those to cook', () => {
  const held = { ...lunch, personName: 'Mia', onHold: 'contains MILK' };
  const totals = dailyTotals([anOrder({ items: [lunch, held] }), anOrder({ items: [held] })]);
  expect(totals).toMatchObject({ meals: 1, lunch: 1, cold: 1 });
  expect(totals.byMeal).toMatchObject([{ count: 1, onHold: 2, cold: 1 }]);
});

test('cancelled orders count for nothing', () => {
  const totals = dailyTotals([anOrder({ status: 'cancelled' }), anOrder()]);
  expect(totals).toMatchObject({ meals: 1, deliveries: 1 });
});

test('the packing list goes by window and stop, no matter who must be read first', () => {
  const { packingList } = dailyTotals([
    anOrder({ stop: 1, window: '16:00-18:00', specialInstructions: 'nut allergy' }),
    anOrder({ stop: 3 }),
    anOrder({ stop: 2, specialInstructions: 'no onion' }),
    anOrder({ stop: 1 }),
  ]);
  expect(packingList.map(({ window, stop, specialWords }) => [window, stop, specialWords])).toEqual(
    [
      ['11:00-13:00', 1, []],
      ['11:00-13:00', 2, ['onion']],
      ['11:00-13:00', 3, []],
      ['16:00-18:00', 1, ['nut', 'allergy']],
    ],
  );
});

test('a day without orders has nothing but noughts', () => {
  expect(dailyTotals([])).toMatchObject({ meals: 0, byMeal: [], packingList: [] });
});
