import { describe, expect, test } from 'vitest';
import type { PaymentDayReply } from '#areas/payments/calls/admin-payments.ts';
import {
  describeBooks,
  describeDifference,
  describeDisputeReason,
  describeProblem,
  describeBalance,
  describeRefundFailure,
} from './describe-payments.ts';

function aDay(
  theirs: [string, string],
  ours: [string, string],
  difference: string,
): PaymentDayReply {
  const total = ([captured, refunded]: [string, string]) => ({ captured, refunded, net: '0.00' });
  return { date: '2026-01-06', provider: total(theirs), ours: total(ours), difference };
}

describe('a day of the books', () => {
  test('agrees when payments and refunds are the same', () => {
    expect(describeDifference(aDay(['20.98', '5.00'], ['20.98', '5.00'], '0.00'))).toBe('Matches');
  });

  test('says on which side money is missing', () => {
    expect(describeDifference(aDay(['20.98', '0.00'], ['14.99', '0.00'], '5.99'))).toBe(
      'We have $5.99 less',
    );
    expect(describeDifference(aDay(['14.99', '0.00'], ['20.98', '0.00'], '-5.99'))).toBe(
      'We have $5.99 more',
    );
  });

  test('does not agree when two mistakes cancel each other out', () => {
    expect(describeDifference(aDay(['20.98', '5.00'], ['15.98', '0.00'], '0.00'))).toBe(
      'Same total, but different payments and refunds',
    );
  });
});

const CHECK = { at: '2026-01-07T02:00:00Z', problems: [], days: [], notCompared: null };

test('the books match when the last check found nothing; before the first one nobody knows', () => {
  expect(describeBooks({ lastCheck: { ...CHECK, ok: true } })).toBe('The books match');
  expect(describeBooks({ lastCheck: { ...CHECK, ok: false } })).toBe('The books don’t balance');
  expect(describeBooks({ lastCheck: null })).toBe('The books haven’t been checked yet');
});

test('a balance says which way it goes', () => {
  expect(describeBalance({ balance: '-12.99' })).toBe('$12.99 to refund');
  expect(describeBalance({ balance: '5.99' })).toBe('$5.99 not paid');
});

test('rules are shown without the numbers that only engineers know', () => {
  const problem = { rule: 'I3 held is the number of holds', examples: [] };
  expect(describeProblem({ ...problem, count: 1 })).toBe('Held is the number of holds');
  expect(describeProblem({ ...problem, count: 2 })).toBe('Held is the number of holds (2 times)');
});

test("the card provider's words are told in ours, and kept where we have none", () => {
  expect(describeRefundFailure('expired_or_canceled_card')).toBe(
    'The card has expired or was cancelled',
  );
  expect(describeRefundFailure('a new one')).toBe('a new one');
  expect(describeRefundFailure(null)).toBe('The card provider gave no reason');
  expect(describeDisputeReason({ reason: 'product_not_received' })).toBe('Product not received');
});
