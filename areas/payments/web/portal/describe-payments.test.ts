import { describe, expect, test } from 'vitest';
import type {
  PaymentDayReply,
  PaymentsOverviewReply,
} from '#areas/payments/calls/admin-payments.ts';
import {
  addsUp,
  countTasks,
  describeOverview,
  describeDifference,
  describeDisputeReason,
  describeProblem,
  describeBalance,
  describeRefundFailure,
} from './describe-payments.ts';

const NOTHING: PaymentsOverviewReply = {
  mode: 'sandbox',
  livemode: false,
  undecidedOrders: [],
  failedRefunds: [],
  unmatchedEvents: [],
  disputes: [],
  openBalances: [],
  lastCheck: {
    at: '2026-01-07T02:00:00Z',
    ok: true,
    problems: [],
    days: [],
    notCompared: null,
  },
  lastReconcile: null,
};

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

const aDispute = { isOpen: true } as PaymentsOverviewReply['disputes'][number];

describe('the page as a whole', () => {
  test('adds up when nothing waits and the last check was good', () => {
    expect(addsUp(NOTHING)).toBe(true);
    expect(countTasks(NOTHING)).toBe(0);
  });

  test('does not add up over money that is owed', () => {
    const owed = { orderId: 1, orderNumber: 'RT-7K3F-9Q2X', balance: '-12.99' };
    const open = { ...NOTHING, openBalances: [owed] };
    expect(addsUp(open)).toBe(false);
    expect(describeOverview(open)).toBe('1 item needs your attention');
    expect(describeBalance(owed)).toBe('$12.99 to refund');
    expect(describeBalance({ balance: '5.99' })).toBe('$5.99 not paid');
  });

  test('proves nothing before the first check', () => {
    expect(addsUp({ ...NOTHING, lastCheck: null })).toBe(false);
  });

  test('does not add up when the check found something', () => {
    expect(addsUp({ ...NOTHING, lastCheck: { ...NOTHING.lastCheck!, ok: false } })).toBe(false);
  });

  test('says all that is wrong in its first line', () => {
    const uneven = { ...NOTHING, lastCheck: { ...NOTHING.lastCheck!, ok: false } };
    expect(describeOverview(NOTHING)).toBe('Everything adds up');
    expect(describeOverview({ ...NOTHING, lastCheck: null })).toBe('Nothing needs your attention');
    expect(describeOverview(uneven)).toBe('The books don’t balance');
    expect(describeOverview({ ...NOTHING, disputes: [aDispute] })).toBe(
      '1 item needs your attention',
    );
    expect(describeOverview({ ...uneven, disputes: [aDispute, aDispute] })).toBe(
      '2 items need your attention, and the books don’t balance',
    );
  });

  test('counts a dispute as a task until it is closed', () => {
    expect(countTasks({ ...NOTHING, disputes: [aDispute] })).toBe(1);
    expect(countTasks({ ...NOTHING, disputes: [{ ...aDispute, isOpen: false }] })).toBe(0);
  });
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
