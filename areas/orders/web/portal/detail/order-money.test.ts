import { expect, test } from 'vitest';
import { centsOf, describeRefund, formatRefundState } from './describe-order.ts';
import { aRefund } from '#areas/orders/web/portal/test-order.ts';

test.each([
  ['20.98', 2098],
  ['-5.99', -599],
  ['0.00', 0],
])('"%s" is %i cents', (amount, cents) => {
  expect(centsOf(amount)).toBe(cents);
});

test('a refund is called made only once it is', () => {
  expect(describeRefund(aRefund())).toBe('$5.99 has been refunded to the card.');
  expect(describeRefund(aRefund({ state: 'wanted' }))).toBe(
    'A refund of $5.99 is on its way to the card.',
  );
  expect(describeRefund(aRefund({ state: 'failed' }))).toContain('failed');
  expect(formatRefundState('pending')).toBe('Refund under way');
});
