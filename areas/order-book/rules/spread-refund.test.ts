import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumCents } from '#platform/rules/money.ts';
import { spreadRefund } from '#areas/order-book/rules/people-after.ts';

const FIRST = { paymentIntentId: 'pi_first', cents: 3000 };
const TOP_UP = { paymentIntentId: 'pi_top_up', cents: 500 };

test('a refund that one payment holds goes back to that one, the oldest that does', () => {
  expect(spreadRefund([FIRST, TOP_UP], 400)).toEqual([{ ...FIRST, cents: 400 }]);
  expect(spreadRefund([TOP_UP, FIRST], 1000)).toEqual([{ ...FIRST, cents: 1000 }]);
});

test('a refund of more takes the oldest first, and the rest from the next', () => {
  expect(spreadRefund([FIRST, TOP_UP], 3200)).toEqual([FIRST, { ...TOP_UP, cents: 200 }]);
  expect(() => spreadRefund([FIRST, TOP_UP], 3501)).toThrow('3501 is more than 3500');
});

test('whatever is left of how many payments, the parts add up and none is larger than what is left', () => {
  const payments = fc.array(fc.nat(5000), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(payments, fc.double({ min: 0.0001, max: 1, noNaN: true }), (cents, share) => {
      const left = cents.map((one, index) => ({ paymentIntentId: `pi_${index}`, cents: one }));
      const amount = Math.ceil(sumCents(cents) * share);
      fc.pre(amount > 0);
      const parts = spreadRefund(left, amount);
      expect(sumCents(parts.map((part) => part.cents))).toBe(amount);
      for (const part of parts) {
        const of = left.find(({ paymentIntentId }) => paymentIntentId === part.paymentIntentId);
        expect(part.cents).toBeGreaterThan(0);
        expect(part.cents).toBeLessThanOrEqual(of?.cents ?? 0);
      }
      expect(new Set(parts.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(parts.length);
    }),
  );
});
