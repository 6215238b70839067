import { expect, test } from 'vitest';
import {
  missedWords,
  movedWords,
  notedWords,
  moneySentence,
  toldMoneyOf,
} from './message-words.ts';
import type { OrderInBooks } from '#areas/order-book/rules/order-account.ts';

const timeZone = 'Australia/Brisbane';
const AT = new Date('2026-11-24T16:12:00+10:00');
const noon = { date: '2026-12-01', window: '11:00-13:00' } as const;

test('within a day a move names its windows alone, whatever the cause: never “Tue to Tue”', () => {
  const { moved, newtime } = movedWords(noon, { ...noon, window: '16:00-18:00' }, 'flooding');
  expect(moved).toBe('Your delivery on Tue 1 Dec now comes 4pm-6pm instead of 11am-1pm.');
  expect(newtime).toBe('4pm-6pm');
});

test('to another day it says why, if staff did', () => {
  const to = { ...noon, date: '2026-12-02' };
  expect(movedWords(noon, to, 'flooding').moved).toBe(
    'Because of flooding your Tue 1 Dec delivery is now Wed 2 Dec, 11am-1pm.',
  );
  expect(movedWords(noon, to).moved).toBe('Your Tue 1 Dec delivery is now Wed 2 Dec, 11am-1pm.');
});

test('a call is no option, and nobody is offered what is over', () => {
  const until = Date.parse('2026-12-01T20:00:00+10:00');
  const words = (offered: ('again' | 'refund' | 'call')[], now = until - 1) =>
    missedWords({ offered, until }, now, timeZone).choose;
  expect(words(['again', 'refund', 'call'])).toBe(
    'Choose by 8pm Tue 1 Dec: another delivery or your money back. Otherwise we’ll call you.',
  );
  expect(words(['call'])).toBe('We’ll call you by 8pm Tue 1 Dec.');
  expect(words(['again', 'call'], until)).toBe('We’ll call you.');
});

test('what was written down later says so, and no time', () => {
  const noted = { date: '2026-11-29', place: 'at the front door', reason: 'no one home' };
  expect(notedWords('delivery_delivered', noted).text).toContain(
    'We wrote down today that your delivery of Sun 29 Nov was left at the front door.',
  );
});

const TUESDAY = 'It was already refunded on Tue 24 Nov.';
const NONE = 'There is no refund. If you were expecting one, call us.';

test.each([
  [
    'of a refund that succeeded',
    { refundIds: [7] },
    '$14.49 goes back to your card in 5-10 business days.',
  ],
  ['of a refund that failed', { refundIds: [7], state: 'failed' }, ''],
  ['of a meal that was paid back before', { itemIds: [3] }, TUESDAY],
  ['of a meal whose refund failed before', { itemIds: [3], state: 'failed' }, NONE],
  ['of a meal beside it', { itemIds: [4] }, NONE],
  ['of an order of which a part was paid back before', {}, NONE],
  ['of an order that was all paid back before', { paidCents: 1449 }, TUESDAY],
] as const)('%s customers read what becomes of the money', (_, asked: Told, words) => {
  const { refundIds, itemIds, state = 'succeeded', paidCents = 2048 } = asked;
  const order = {
    status: 'cancelled',
    deliveries: [],
    deliveryType: 'weekly',
    terms: {
      dailyFeeCents: 299,
      weeklyFeeCents: 599,
      freeDeliveryFromMeals: null,
      firstOrderFree: false,
      taxCents: 0,
    },
    kept: [],
    gone: [],
    payments: [{ amountCents: paidCents, paidAt: AT, isForWaitingChange: false }],
    refunds: [
      {
        id: 7,
        amountCents: 1449,
        state,
        reason: 'late',
        failureReason: null,
        staffEmail: null,
        itemIds: [3],
        presents: [{ part: 'i3', cents: 1449 }],
        isSettledOtherwise: false,
        createdAt: AT,
      },
    ],
    takenByBankCents: 0,
  } satisfies OrderInBooks;
  expect(moneySentence(toldMoneyOf({ refundIds, itemIds }, order, timeZone))).toBe(words);
});

type Told = {
  refundIds?: readonly number[];
  itemIds?: readonly number[];
  state?: 'failed';
  paidCents?: number;
};
