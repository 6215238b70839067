import { expect, test } from 'vitest';
import { newOrders, ordersOf, withOrder } from '#areas/orders/web/portal/order-cache.ts';
import { anAdminOrder } from '#areas/orders/web/portal/test-order.ts';

function orders(...ids: number[]) {
  // The higher the id, the newer.
  return ids.map((id) => anAdminOrder({ id, createdAt: `2026-01-07T02:00:0${id}.000Z` }));
}

test('an order that moved to the next page is listed once', () => {
  const pages = [
    { orders: orders(5, 4), nextCursor: 4 },
    { orders: orders(4, 3), nextCursor: null },
  ];
  expect(ordersOf(pages).map(({ id }) => id)).toEqual([5, 4, 3]);
});

test('a changed order takes its own place, and the others keep theirs', () => {
  const pages = [{ orders: orders(5, 4), nextCursor: 4 }];
  const delivered = anAdminOrder({ id: 4, status: 'delivered' });
  const [page] = withOrder(pages, delivered);
  expect(page?.orders.map(({ id, status }) => `${id} ${status}`)).toEqual([
    '5 confirmed',
    '4 delivered',
  ]);
  expect(withOrder(pages, anAdminOrder({ id: 9 }))).toBe(pages);
});

test('what came since the list was loaded is new', () => {
  const pages = [{ orders: orders(5, 4), nextCursor: 4 }];
  expect(newOrders(pages, { orders: orders(7, 6, 5), nextCursor: 5 })).toEqual([7, 6]);
});

test('an older order that now fits the filter is no news while older pages are still to come', () => {
  const pages = [{ orders: orders(5, 4), nextCursor: 4 }];
  expect(newOrders(pages, { orders: orders(5, 4, 3), nextCursor: null })).toEqual([]);
});

test('on a list that is shown whole, whatever is missing is news', () => {
  expect(
    newOrders([{ orders: orders(5), nextCursor: null }], {
      orders: orders(5, 3),
      nextCursor: null,
    }),
  ).toEqual([3]);
  expect(
    newOrders([{ orders: [], nextCursor: null }], { orders: orders(1), nextCursor: null }),
  ).toEqual([1]);
});
