import { expect, test } from 'vitest';
import {
  centsOf,
  describeRefund,
  overpaidCents,
  refundableCents,
  formatRefundState,
} from './order-money.ts';
import { anAdminOrder, aRefund } from '#areas/orders/web/portal/test-order.ts';

test.each([
  ['20.98', 2098],
  ['-5.99', -599],
  ['0.00', 0],
])('"%s" is %i cents', (amount, cents) => {
  expect(centsOf(amount)).toBe(cents);
});

test('what is refunded or on its way is not there to be refunded again', () => {
  expect(refundableCents(anAdminOrder())).toBe(2098);
  const refunds = [aRefund({ amount: '5.00' }), aRefund({ amount: '1.00', state: 'pending' })];
  expect(refundableCents(anAdminOrder({ refunds }))).toBe(1498);
});

test('a refund that failed is still to be made', () => {
  const refunds = [aRefund({ amount: '20.98', state: 'failed' })];
  expect(refundableCents(anAdminOrder({ refunds }))).toBe(2098);
});

test('only a negative balance is money paid too much', () => {
  expect(overpaidCents(anAdminOrder({ balance: '-5.99' }))).toBe(599);
  expect(overpaidCents(anAdminOrder({ balance: '5.99' }))).toBe(0);
});

test('a refund is called made only once it is', () => {
  expect(describeRefund(aRefund())).toBe('$5.99 has been refunded to the card.');
  expect(describeRefund(aRefund({ state: 'wanted' }))).toBe(
    'A refund of $5.99 is on its way to the card.',
  );
  expect(describeRefund(aRefund({ state: 'failed' }))).toContain('failed');
  expect(formatRefundState('pending')).toBe('Refund under way');
});
