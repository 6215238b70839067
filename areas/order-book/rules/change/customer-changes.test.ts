import { expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  changeDeadline,
  whyUnchangeable,
} from '#areas/order-book/rules/change/customer-changes.ts';

const CUTOFF = Date.parse('2026-01-11T07:00:00Z');

test.each([
  ['a Tuesday', ['2026-01-13']],
  ['the Monday that ends the week', ['2026-01-19']],
  ['several days, whatever their order', ['2026-01-17', '2026-01-14']],
])('for %s the deadline is the Sunday before, 5 pm in Brisbane', (_, dates) => {
  expect(changeDeadline(dates, defaultBusiness)).toBe(CUTOFF);
});

test('an order may be changed until the second before the cutoff, and not from then on', () => {
  const order = { status: 'confirmed', deliveryDates: ['2026-01-13'] } as const;
  expect(whyUnchangeable(order, CUTOFF - 1000, defaultBusiness)).toBeNull();
  expect(whyUnchangeable(order, CUTOFF, defaultBusiness)).toBe(
    'Changes to this order closed on Sun 11 Jan 2026 at 5pm, when we started buying ingredients. Call us on (07) 5550 0164.',
  );
});

test.each(['cancelled', 'delivered'] as const)('an order that is %s stays as it is', (status) => {
  const order = { status, deliveryDates: ['2026-01-13'] };
  expect(whyUnchangeable(order, CUTOFF - 1000, defaultBusiness)).toBe(
    `This order is already ${status}.`,
  );
});
