import {
  assert,
  boolean,
  constantFrom,
  date as anInstant,
  integer,
  option,
  property,
  record,
  tuple,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from './facts.ts';
import { offeredWindows, windowsOn } from '#areas/business/rules/offered-windows.ts';
import { orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import {
  CARDS_READY,
  saleSentence,
  isOpenToPublic,
  saleStateAt,
  whyBefore,
  whySellable,
} from '#areas/business/rules/sale-state.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { instantOf, wallTimeAt } from '#platform/rules/zoned-time.ts';

/** Brisbane; weeks from Tuesday, closed on the Sunday before at 5pm. */
const facts = { ...defaultBusiness, closures: [], launchDate: '2026-01-01' };

const at = (date: string, hours = 0, zone = facts.timeZone) =>
  instantOf({ date, minuteOfDay: hours * 60 }, zone);

describe('a break', () => {
  const closed = {
    ...facts,
    closures: [{ from: '2026-12-22', until: '2027-01-11', reason: 'Summer holidays' }],
  };
  const onBreak = {
    state: 'break',
    ordersFrom: '2027-01-03T07:00:00.000Z',
    backOn: '2027-01-12',
    reason: 'Summer holidays',
  };

  test.each([
    ['the last second of the last open week', at('2026-12-13', 17) - 1, { state: 'open' }],
    ['its cut-off', at('2026-12-13', 17), onBreak],
    ['in the middle', at('2026-12-30'), onBreak],
    ['a second before its end', at('2027-01-03', 17) - 1, onBreak],
    ['it ends by itself', at('2027-01-03', 17), { state: 'open' }],
  ])('%s', (_when, now, state) => {
    expect(saleStateAt(now, closed, CARDS_READY)).toEqual(state);
  });

  test('says until when, from when and why', () => {
    expect(saleSentence(saleStateAt(at('2026-12-30'), closed, CARDS_READY), closed)).toBe(
      'We’re on a break until Monday 11 January (Summer holidays). Our next deliveries are from Tuesday 12 January: you can order them from Sunday 3 January, 5pm.',
    );
  });

  test('goes on through the closure that follows it', () => {
    const closures = [
      ...closed.closures,
      { from: '2027-01-12', until: '2027-01-19', reason: 'Works' },
    ];
    expect(saleStateAt(at('2026-12-30'), { ...facts, closures }, CARDS_READY)).toMatchObject({
      backOn: '2027-01-20',
      ordersFrom: '2027-01-10T07:00:00.000Z',
    });
  });

  test('of a week that is closed in part is none', () => {
    const closures = [{ from: '2026-12-22', until: '2026-12-27', reason: 'Christmas' }];
    expect(saleStateAt(at('2026-12-16'), { ...facts, closures }, CARDS_READY)).toEqual({
      state: 'open',
    });
  });

  test('until further notice promises no day', () => {
    const closures = [{ from: '2026-12-22', until: null, reason: 'Renovating' }];
    const sale = saleStateAt(at('2026-12-16'), { ...facts, closures }, CARDS_READY);
    expect(sale).toEqual({ state: 'break', reason: 'Renovating' });
    expect(saleSentence(sale, facts)).toBe('We’re closed until further notice (Renovating).');
  });

  test('after which the last day for orders is over is the end', () => {
    expect(
      saleStateAt(at('2026-12-30'), { ...closed, lastOrderDate: '2027-01-02' }, CARDS_READY),
    ).toEqual({
      state: 'ended',
    });
  });

  test('an evening leaves what ends before it', () => {
    const closures = [
      { from: '2026-12-24', until: '2026-12-24', reason: 'Eve', fromMinute: 15 * 60 },
    ];
    expect(windowsOn({ ...facts, closures }, '2026-12-24')).toEqual(['11:00-13:00']);
  });
});

describe('the launch', () => {
  const ahead = { ...facts, launchDate: '2027-02-03' };

  test.each(['Australia/Brisbane', 'Australia/Sydney', 'Australia/Perth'])(
    'is at midnight by the clock of %s',
    (timeZone) => {
      const there = { ...ahead, timeZone };
      const midnight = at('2027-02-03', 0, timeZone);
      const before = saleStateAt(midnight - 1, there, CARDS_READY);
      expect(before).toEqual({ state: 'before', opensOn: '2027-02-03' });
      expect(saleSentence(before, there)).toBe(
        'We open on Wednesday 3 February 2027. Join the waitlist and we’ll email you when you can order.',
      );
      expect(saleStateAt(midnight, there, CARDS_READY)).toEqual({ state: 'open' });
    },
  );

  test('that falls into a break names the day on which orders open', () => {
    const closures = [{ from: '2027-02-09', until: '2027-02-22', reason: 'Works' }];
    expect(saleStateAt(at('2027-01-20'), { ...ahead, closures }, CARDS_READY)).toEqual({
      state: 'before',
      opensOn: '2027-02-14',
    });
  });

  test('that nobody has switched on promises no day', () => {
    const off = { ...ahead, ordersOpen: false };
    for (const now of [at('2027-01-20'), at('2027-02-20')]) {
      expect(saleStateAt(now, off, CARDS_READY)).toEqual({ state: 'before' });
      expect(saleSentence({ state: 'before' }, off)).toMatch(/^We’re not open yet\. /);
    }
  });
});

test('the last day for orders counts to its end', () => {
  const last = { ...facts, lastOrderDate: '2026-06-30' };
  expect(saleStateAt(at('2026-07-01') - 1, last, CARDS_READY)).toEqual({ state: 'open' });
  expect(saleStateAt(at('2026-07-01'), last, CARDS_READY)).toEqual({ state: 'ended' });
});

describe('why a window cannot be booked', () => {
  const now = at('2026-06-03', 9);
  const slot = { date: '2026-06-11', window: '11:00-13:00' } as const;

  test.each([
    ['open', slot, {}],
    ['closed', { ...slot, isActive: false, isFull: true }, {}],
    ['closed', slot, { closures: [{ from: slot.date, until: slot.date, reason: 'Off' }] }],
    ['closed', { ...slot, window: '08:00-09:00' as const }, {}],
    ['past_cutoff', { ...slot, date: '2026-06-02', isFull: true }, {}],
    ['full', { ...slot, isFull: true }, { launchDate: '2026-07-01' }],
    ['before', slot, { launchDate: '2026-07-01' }],
    ['ended', slot, { lastOrderDate: '2026-06-01' }],
  ])('%s', (why, asked, change) => {
    expect(whySellable(asked, now, { ...facts, ...change }, CARDS_READY)).toBe(why);
  });
});

test('at any instant, whatever the facts, cards and preview, the kitchen is in one state, and all that follows from it agrees', () => {
  const aClosure = tuple(integer({ min: 0, max: 60 }), option(integer({ min: 0, max: 30 })));
  assert(
    property(
      anInstant({
        min: new Date('2026-05-20'),
        max: new Date('2026-08-20'),
        noInvalidDate: true,
      }),
      aClosure,
      integer({ min: 0, max: 40 }),
      option(integer({ min: 0, max: 60 })),
      // Mostly as a kitchen is that sells.
      integer({ min: 0, max: 4 }).map((many) => many > 0),
      record({
        bar: constantFrom(null, null, null, 'none'),
        isPreview: boolean(),
        livemode: boolean(),
      }),
      (now, [start, days], launch, last, ordersOpen, cards) => {
        const from = addDays('2026-06-01', start);
        const until = days === null ? null : addDays(from, days);
        const some = {
          ...facts,
          ordersOpen,
          launchDate: addDays('2026-05-25', launch),
          lastOrderDate: last === null ? null : addDays('2026-06-20', last),
          closures: [{ from, until, reason: 'Off' }],
        };
        const instant = now.getTime();
        const sale = saleStateAt(instant, some, cards);
        const { state, opensOn, ordersFrom, backOn, preview } = sale;
        const isOver =
          some.lastOrderDate !== null &&
          wallTimeAt(instant, some.timeZone).date > some.lastOrderDate;
        const why = whyBefore(instant, some, cards);
        if (isOver) expect(state).toBe('ended');
        else expect(state === 'before').toBe(why !== null && !cards.isPreview);
        expect(opensOn === undefined || (state === 'before' && why === 'date')).toBe(true);
        expect((ordersFrom ?? backOn) === undefined || state === 'break').toBe(true);
        expect(preview !== undefined).toBe(state === 'open' && why !== null);
        expect(isOpenToPublic(sale)).toBe(state === 'open' && why === null);
        expect(saleSentence(sale, some) === '').toBe(state === 'open');
        const isAnySold = orderingWeekAt(instant, some).days.some((date) =>
          offeredWindows(some).some(
            (window) => whySellable({ date, window }, instant, some, cards) === 'open',
          ),
        );
        expect(isAnySold).toBe(state === 'open');
        if (ordersFrom === undefined) return;
        const opens = Date.parse(ordersFrom);
        expect(saleStateAt(opens, some, cards).state).toBe('open');
        expect(saleStateAt(opens - 1, some, cards).state).toBe('break');
      },
    ),
  );
});

describe('cards that cannot be taken from the public', () => {
  const barred = { bar: 'none' };
  const ahead = { ...facts, launchDate: '2027-02-03' };

  test.each([
    ['an open kitchen', at('2026-12-02'), facts, { state: 'before' }, 'cards'],
    ['a launch date that passed', at('2027-02-03'), ahead, { state: 'before' }, 'cards'],
    [
      'one to come, which goes first',
      at('2027-02-03') - 1,
      ahead,
      { state: 'before', opensOn: '2027-02-03' },
      'date',
    ],
    [
      'the switch, which goes before both',
      at('2026-12-02'),
      { ...ahead, ordersOpen: false },
      { state: 'before' },
      'switch',
    ],
  ])('keep it from selling: %s', (_what, now, some, state, why) => {
    expect(saleStateAt(now, some, barred)).toEqual(state);
    expect(whyBefore(now, some, barred)).toBe(why);
  });

  test('do not keep out anyone who has a preview, whatever the reason', () => {
    const door = { ...barred, isPreview: true };
    const slot = { date: '2026-12-08', window: '11:00-13:00' as const };
    for (const some of [facts, { ...facts, ordersOpen: false }, ahead]) {
      const now = at('2026-12-02');
      const sale = saleStateAt(now, some, door);
      expect(sale).toEqual({ state: 'open', preview: 'tests' });
      expect(saleStateAt(now, some, { ...door, livemode: true }).preview).toBe('real');
      expect(whySellable(slot, now, some, door)).toBe('open');
      expect(isOpenToPublic(sale)).toBe(false);
    }
    // Open to everyone, it is no preview.
    const open = saleStateAt(at('2026-12-02'), facts, { bar: null, isPreview: true });
    expect([open, isOpenToPublic(open)]).toEqual([{ state: 'open' }, true]);
  });

  test('close each window', () => {
    const slot = { date: '2026-12-08', window: '11:00-13:00' as const };
    const now = at('2026-12-02');
    expect(whySellable(slot, now, facts, CARDS_READY)).toBe('open');
    expect(whySellable(slot, now, facts, barred)).toBe('before');
  });

  test('after the last day the kitchen has ended all the same', () => {
    const last = { ...facts, lastOrderDate: '2026-06-30' };
    expect(saleStateAt(at('2026-07-01'), last, barred)).toEqual({ state: 'ended' });
    const door = { ...barred, isPreview: true };
    expect(saleStateAt(at('2026-07-01'), last, door)).toEqual({ state: 'ended' });
  });
});
