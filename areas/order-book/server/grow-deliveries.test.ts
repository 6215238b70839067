import { expect, test } from 'vitest';
import { growDeliveries, type JoinedItem } from './item-food.ts';

const joined = (itemId: number, deliveryId: number): JoinedItem =>
  ({
    orderId: 1,
    item: { id: itemId, mealDate: '2026-01-13', mealType: 'lunch', helping: 1 },
    delivery: { id: deliveryId, date: '2026-01-13', window: '11:00-13:00' },
    person: { id: 1, name: 'Mia', position: 1 },
  }) as unknown as JoinedItem;

test('deliveries and items of an order stand in one sequence, whatever the database gives first', () => {
  const rows = [joined(1, 31), joined(2, 32), joined(3, 32)];
  const grown = growDeliveries(rows);
  expect(grown.map(({ id }) => id)).toEqual([31, 32]);
  expect(growDeliveries(rows.toReversed())).toEqual(grown);
});
