import { expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { changeDeadline, whyUnchangeable } from '#areas/order-book/rules/customer-change.ts';

const CUTOFF = Date.parse('2026-01-11T07:00:00Z');

const promised = (...times: number[]) => times.map((at) => ({ changeableUntil: new Date(at) }));

test('an order closes with the first of its deliveries', () => {
  expect(changeDeadline(promised(CUTOFF + 7 * 86_400_000, CUTOFF))).toBe(CUTOFF);
});

test('an order may be changed until the second before the cutoff, and not from then on', () => {
  const order = { status: 'confirmed', deliveries: promised(CUTOFF) } as const;
  expect(whyUnchangeable(order, CUTOFF - 1000, defaultBusiness)).toBeNull();
  expect(whyUnchangeable(order, CUTOFF, defaultBusiness)).toBe(
    'Changes to this order closed on Sun 11 Jan 2026 at 5pm, when we started buying ingredients. Call us on (07) 5550 0164.',
  );
});

test.each(['cancelled', 'delivered'] as const)('an order that is %s stays as it is', (status) => {
  const order = { status, deliveries: promised(CUTOFF) };
  expect(whyUnchangeable(order, CUTOFF - 1000, defaultBusiness)).toBe(
    `This order is already ${status}.`,
  );
});
