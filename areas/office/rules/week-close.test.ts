import { describe, expect, test } from 'vitest';
import { describeWeekClose, type WeekCloseFacts, type WeekRow } from './week-close.ts';

/** Wall time in Brisbane, which has no daylight saving. */
const at = (wall: string) => Date.parse(`${wall}+10:00`);
const CUTOFF = at('2026-11-29T17:00:00');

const PRINTED = { date: '2026-12-01', isOver: false, missing: [], changes: null };

const FACTS: WeekCloseFacts = {
  weekStart: '2026-12-01',
  weekEnd: '2026-12-07',
  timeZone: 'Australia/Brisbane',
  cutoff: CUTOFF,
  endsAt: at('2026-12-08T00:00:00'),
  isReopened: false,
  orders: 84,
  meals: 448,
  deliveries: 131,
  fullWindows: 3,
  paying: 0,
  payingUntil: null,
  lastOrderAt: null,
  missingFacts: 0,
  holds: 0,
  notes: 0,
  undecided: 0,
  failedRefunds: 0,
  booksMatch: true,
  suppliers: { total: 4, ordered: 4, next: '' },
  printouts: PRINTED,
  drivers: { accounts: 2, without: null },
  nextWeek: { hasMenu: true, notSet: 0 },
  notNeeded: {},
};

const close = (change: Partial<WeekCloseFacts>, now: string) =>
  describeWeekClose({ ...FACTS, ...change }, at(now));
const stateAt = (now: string, change: Partial<WeekCloseFacts> = {}) => close(change, now)?.state;

describe('the week', () => {
  test('is announced twelve hours before the cut-off, closes at its very second, and ends with its last day', () => {
    expect(stateAt('2026-11-29T04:59:59')).toBeUndefined();
    expect(stateAt('2026-11-29T05:00:00')).toBe('open');
    expect(close({}, '2026-11-29T16:59:59')).toMatchObject({
      state: 'open',
      title: 'Orders close today at 5pm',
      text: '84 orders, 3 windows full.',
      rows: [],
    });
    expect(stateAt('2026-11-29T17:00:00')).toBe('ready');
    expect(stateAt('2026-11-29T17:00:00', { undecided: 1 })).toBe('closed');
    expect(stateAt('2026-12-07T23:59:59')).toBe('ready');
    expect(stateAt('2026-12-08T00:00:00')).toBeUndefined();
  });

  test('is closing while someone pays, also when the event comes late, but not for a payment that is stuck', () => {
    const paying = { paying: 2, payingUntil: at('2026-11-29T17:07:00') };
    expect(close(paying, '2026-11-29T17:00:00')).toMatchObject({
      state: 'closing',
      text: expect.stringContaining(
        '2 people are still paying, until 5:07pm. Totals are not final.',
      ),
      rows: expect.arrayContaining([expect.objectContaining({ row: 'totals', isDone: false })]),
    });
    expect(stateAt('2026-11-29T17:08:59', paying)).toBe('closing');
    expect(stateAt('2026-11-29T17:26:59', paying)).toBe('closing');
    expect(stateAt('2026-11-29T17:27:00', paying)).toBe('ready');
    expect(close({ lastOrderAt: at('2026-11-29T17:09:00') }, '2026-11-29T17:09:00')?.text).toBe(
      'Tue 1 Dec to Mon 7 Dec: 84 orders, 448 meals, 131 deliveries. The last payment settled at 5:09pm.',
    );
  });

  test('that a later cut-off opens again says until when, however long that is', () => {
    const later = { cutoff: at('2026-11-30T20:30:00'), isReopened: true };
    expect(close(later, '2026-11-29T18:00:00')).toMatchObject({
      state: 'open',
      title: 'Open again until Mon 30 Nov, 8:30pm',
    });
    expect(close({ ...later, isReopened: false }, '2026-11-29T18:00:00')).toBeNull();
    expect(stateAt('2026-11-30T20:30:00', later)).toBe('ready');
  });

  test('goes by instants where the clocks change between its cut-off and the last payment', () => {
    // In Melbourne 3am comes twice on 5 April 2026: daylight saving ends.
    const utc = (text: string) => Date.parse(`${text}Z`);
    const night = {
      timeZone: 'Australia/Melbourne',
      cutoff: utc('2026-04-04T15:30:00'),
      endsAt: utc('2026-04-13T14:00:00'),
      paying: 1,
      payingUntil: utc('2026-04-04T16:40:00'),
    };
    const stateThen = (now: string) => describeWeekClose({ ...FACTS, ...night }, utc(now))?.state;
    expect(stateThen('2026-04-04T15:29:59')).toBe('open');
    // 2:30am, for the first time and an hour later once more.
    expect(stateThen('2026-04-04T15:30:00')).toBe('closing');
    expect(stateThen('2026-04-04T16:30:00')).toBe('closing');
    expect(stateThen('2026-04-04T17:00:00')).toBe('ready');
  });

  test('without orders says so', () => {
    const none = { orders: 0, meals: 0, deliveries: 0, printouts: null };
    expect(close(none, '2026-11-30T09:00:00')).toMatchObject({
      state: 'ready',
      text: 'No orders for this week.',
    });
  });
});

const OPEN: [WeekRow, Partial<WeekCloseFacts>, string][] = [
  ['totals', { missingFacts: 2 }, 'Totals: 448 meals, 2 facts missing in the plan'],
  ['allergies', { holds: 1, notes: 2 }, 'Allergies: 1 on hold, 2 notes to read'],
  ['money', { undecided: 1 }, 'Money: 1 order to decide'],
  ['money', { failedRefunds: 1 }, 'Money: 1 refund failed'],
  [
    'money',
    { failedRefunds: 2, booksMatch: false },
    'Money: 2 refunds failed, the books don’t balance',
  ],
  ['money', { booksMatch: null }, 'Money: the books haven’t been checked yet'],
  [
    'suppliers',
    { suppliers: { total: 4, ordered: 2, next: 'Range Meats' } },
    'Suppliers: 2 of 4 ordered',
  ],
  [
    'printouts',
    { printouts: { ...PRINTED, missing: ['labels'] } },
    'Paper for Tue 1 Dec: labels not printed',
  ],
  [
    'printouts',
    { printouts: { ...PRINTED, changes: { orders: 2, work: 0 } } },
    'Paper for Tue 1 Dec: changed after printing (2 orders)',
  ],
  [
    'printouts',
    { printouts: { ...PRINTED, changes: { orders: 0, work: 1 } } },
    'Paper for Tue 1 Dec: changed after printing (1 pot or tray)',
  ],
  [
    'drivers',
    { drivers: { accounts: 1, without: { date: '2026-12-04', window: '16:00-18:00', stops: 6 } } },
    'Drivers: Fri 4 Dec 4pm-6pm has 6 stops without',
  ],
  [
    'next_week',
    { nextWeek: { hasMenu: false, notSet: 3 } },
    'Next week: no menu, 3 windows not set',
  ],
];

test.each(OPEN)(
  'the row %s opens by its own facts and keeps the week closed: %o',
  (row, change, text) => {
    const week = close(change, '2026-12-01T09:00:00')!;
    expect(week.state).toBe('closed');
    expect(week.rows.filter(({ isDone }) => !isDone)).toMatchObject([{ row, text }]);
  },
);

test('a row that is not needed counts as done, and says who said so', () => {
  const facts = {
    suppliers: { total: 4, ordered: 2, next: '' },
    notNeeded: { suppliers: 'Robin' },
  };
  const week = close(facts, '2026-11-30T09:00:00')!;
  expect(week.state).toBe('ready');
  expect(week.rows.find(({ row }) => row === 'suppliers')?.detail).toBe('Not needed (Robin)');
});

test('a kitchen without recipes has no plan to wait for, and one without drivers no runs', () => {
  const facts = { missingFacts: null, drivers: { accounts: 0, without: null } };
  expect(stateAt('2026-11-30T09:00:00', facts)).toBe('ready');
});
