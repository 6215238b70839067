import { expect, test } from 'vitest';
import { byDelivery, deliveryTexts } from './describe-order.ts';
import { anAdminDelivery, anAdminItem, anAdminOrder } from '#areas/orders/web/portal/test-order.ts';

const tuesday = anAdminDelivery();
const friday = anAdminDelivery({ id: 2, date: '2026-01-16', timeSlot: '16:00-18:00' });

test('deliveries are named by day and window', () => {
  expect(deliveryTexts({ deliveries: [tuesday, friday] })).toEqual([
    'Tue 13 Jan, 11am-1pm',
    'Fri 16 Jan, 4pm-6pm',
  ]);
});

test('meals stand under their delivery and person, two spellings of one name as one person', () => {
  const order = anAdminOrder({
    deliveries: [tuesday, friday],
    orderItems: [
      anAdminItem({ id: 1, personName: 'Mia' }),
      anAdminItem({ id: 2, personName: 'Ben' }),
      anAdminItem({ id: 3, personName: 'mia ', mealType: 'dinner' }),
      anAdminItem({ id: 4, deliveryDate: '2026-01-16', deliveryWindow: '16:00-18:00' }),
    ],
  });
  expect(
    byDelivery(order).map(({ delivery, people }) => [
      delivery.date,
      ...people.map(({ name, items }) => `${name}: ${items.map(({ id }) => id).join(', ')}`),
    ]),
  ).toEqual([
    ['2026-01-13', 'Mia: 1, 3', 'Ben: 2'],
    ['2026-01-16', 'Mia: 4'],
  ]);
});

test('a delivery that was cancelled holds none of the meals that come in its window by now', () => {
  const struckOut = [{ id: 9, personName: 'Mia', mealName: 'Curry', price: '14.99' }];
  const cancelled = { ...tuesday, id: 3, status: 'cancelled', struckOut } as const;
  const order = anAdminOrder({
    deliveries: [cancelled, tuesday],
    orderItems: [anAdminItem({ id: 1, personName: 'Mia' })],
  });
  expect(byDelivery(order).map(({ people }) => people.length)).toEqual([0, 1]);
});
