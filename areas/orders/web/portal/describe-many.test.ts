import { expect, test } from 'vitest';
import { shownDeliveries } from './many-orders.ts';
import { anAdminDelivery, anAdminOrder } from './test-order.ts';

const deliveries = (
  [
    [1, '2026-01-13', '11:00-13:00', 'delivered'],
    [2, '2026-01-14', '11:00-13:00', 'planned'],
    [3, '2026-01-15', '11:00-13:00', 'planned'],
    [4, '2026-01-15', '16:00-18:00', 'packed'],
  ] as const
).map(([id, date, timeSlot, status]) => anAdminDelivery({ id, date, timeSlot, status }));
const order = anAdminOrder({ deliveries });

test.each([
  ['the next of them while all days are shown', { deliveryDate: '', window: '' }, [2]],
  ['all of the day that is shown', { deliveryDate: '2026-01-15', window: '' }, [3, 4]],
  ['that of the day and window', { deliveryDate: '2026-01-15', window: '16:00-18:00' }, [4]],
  ['the next in the window', { deliveryDate: '', window: '16:00-18:00' }, [4]],
  ['none of a day that is over', { deliveryDate: '2026-01-13', window: '' }, []],
] as const)('what is moved of an order is %s', (_, shown, ids) => {
  expect(shownDeliveries(order, shown).map(({ id }) => id)).toEqual(ids);
});
