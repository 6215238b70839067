import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { clearOrderData, saveOrderData } from './kept-order-data.ts';
import { readOrderData } from './checkout-page.tsx';

const order: PreparedOrder = {
  customer: {
    firstName: 'Jo',
    lastName: 'Citizen',
    email: 'jo@example.com',
    phone: '0412 345 678',
    address: '12 Shore St, Cleveland',
    deliveryPreference: 'cold',
    specialInstructions: '',
  },
  orderItems: [
    {
      mealId: 3,
      mealDate: '2026-11-25',
      deliveryDate: '2026-11-24',
      deliveryWindow: '11:00-13:00',
      mealType: 'dinner',
      price: '14.99',
      personName: 'Jo',
    },
  ],
  subtotal: '14.99',
  deliveryFee: '5.99',
  tax: '0.00',
  total: '20.98',
};

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a prepared order comes back as it was kept, under the key orderData', () => {
  expect(saveOrderData(order)).toBe(true);
  expect([...kept.keys()]).toEqual(['orderData']);
  expect(readOrderData()).toEqual(order);
});

test('nothing comes back after it was cleared', () => {
  saveOrderData(order);
  clearOrderData();
  expect(readOrderData()).toBeNull();
});

test.each([
  '',
  'null',
  '{',
  '[]',
  '{"orderItems":[]}',
  JSON.stringify({ ...order, total: 'free' }),
])('what is not a prepared order is as good as nothing: %s', (text) => {
  kept.set('orderData', text);
  expect(readOrderData()).toBeNull();
});

test('a browser that stores nothing does not break anything', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(saveOrderData(order)).toBe(false);
  expect(readOrderData()).toBeNull();
  expect(() => clearOrderData()).not.toThrow();
});
