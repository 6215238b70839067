import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPlacedOrder, savePlacedOrder } from '#areas/order-book/web/kept-placed-order.ts';

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the order placed last comes back', () => {
  savePlacedOrder({ orderNumber: 'RT-2222-3333', trackingToken: 'first' });
  savePlacedOrder({ orderNumber: 'RT-7K3F-9Q2X', trackingToken: 'second' });
  expect(readPlacedOrder()).toEqual({ orderNumber: 'RT-7K3F-9Q2X', trackingToken: 'second' });
});

test('what is not a placed order is as good as nothing', () => {
  expect(readPlacedOrder()).toBeNull();
  kept.set('placedOrder', '{"orderNumber":7}');
  expect(readPlacedOrder()).toBeNull();
});
