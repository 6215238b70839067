import { expect, test } from 'vitest';
import type { QuoteReply } from '#contract/ordering.ts';
import { defaultBusiness } from '#domain/business.ts';
import { prepareOrder } from '#domain/ordering/prepared-order.ts';
import { withQuotedAmounts } from './quoted-order.ts';
import { anOrderOf, menu, THURSDAY, WEDNESDAY } from './test-kitchen.ts';

test('the order for the payment carries the quoted prices, offer included, and nothing else changes', () => {
  const { draft } = anOrderOf({ Ben: [WEDNESDAY, THURSDAY] });
  const order = prepareOrder(draft, menu.priceCentsOf, defaultBusiness);
  const quote: QuoteReply = {
    deliveryType: 'weekly',
    items: order.orderItems.map((item) => ({
      ...item,
      mealDate: item.mealDate ?? item.deliveryDate,
      mealName: 'Butter Chicken',
      freezeOnArrival: false,
      price: item.mealDate === THURSDAY ? '15.49' : '14.99',
    })),
    fees: [{ personName: 'Ben', reason: 'Ben: weekly delivery, one fee of $5.99', amount: '5.99' }],
    offers: [
      {
        code: 'waitlist_first_order',
        reason: 'Your first order is delivered free',
        amount: '-5.99',
      },
    ],
    subtotal: '30.48',
    deliveryFee: '0.00',
    tax: '0.00',
    total: '30.48',
  };
  expect(withQuotedAmounts(order, quote)).toEqual({
    ...order,
    orderItems: order.orderItems.map((item) => ({
      ...item,
      price: item.mealDate === THURSDAY ? '15.49' : '14.99',
    })),
    subtotal: '30.48',
    deliveryFee: '0.00',
    tax: '0.00',
    total: '30.48',
  });
});
