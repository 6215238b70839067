import { expect, test } from 'vitest';
import type { PreparedItem, PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { atQuotedPrices, type QuotedAmounts } from '#areas/order-book/rules/ordered-items.ts';

const item: PreparedItem = {
  mealId: 3,
  mealDate: '2026-11-25',
  deliveryDate: '2026-11-24',
  deliveryWindow: '11:00-13:00',
  mealType: 'dinner',
  price: '14.99',
  personName: 'Jo',
};
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
  orderItems: [item, { ...item, mealDate: '2026-11-26', mealId: 4, price: '12.49' }],
  subtotal: '27.48',
  deliveryFee: '5.99',
  tax: '0.00',
  total: '33.47',
  cartKey: 'b5b1c3d0-0000-4000-8000-000000000001',
  deliveryType: 'weekly',
};

function aQuote(prices: Record<number, string>): QuotedAmounts {
  return {
    items: order.orderItems.map(({ mealId, price }) => ({
      mealId,
      price: prices[mealId] ?? price,
    })),
    subtotal: '28.48',
    deliveryFee: '5.99',
    tax: '0.00',
    total: '34.47',
  };
}

test('accepting a new price changes prices and totals, and nothing else', () => {
  const repriced = atQuotedPrices(order, aQuote({ 3: '15.99' }));
  expect(repriced.orderItems.map(({ price }) => price)).toEqual(['15.99', '12.49']);
  expect(repriced).toMatchObject({ subtotal: '28.48', deliveryFee: '5.99', total: '34.47' });
  expect(repriced.customer).toEqual(order.customer);
  expect(repriced.cartKey).toBe(order.cartKey);
  expect(repriced.orderItems.map(({ price: _price, ...rest }) => rest)).toEqual(
    order.orderItems.map(({ price: _price, ...rest }) => rest),
  );
});
