import { describe, expect, test } from 'vitest';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { weekFrom } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import {
  closedDeliveries,
  datesWithout,
  deliveriesOf,
  hasOpenWindow,
  windowState,
} from './deliveries.ts';
import {
  anOrderOf,
  aWeek,
  THURSDAY,
  TUESDAY,
  WEDNESDAY,
} from '#areas/checkout/web/site/order/test-kitchen.ts';

const FIVE_DAYS = weekFrom(TUESDAY).slice(0, 5);

function daily(): ReturnType<typeof anOrderOf>['draft'] {
  return { ...anOrderOf({ Ben: FIVE_DAYS, Mia: FIVE_DAYS }).draft, deliveryType: 'daily' };
}

function weekWith(
  slot: SlotKey,
  state: { open: boolean; placesLeft: number | null },
): OrderingWeekReply {
  const week = aWeek();
  return {
    ...week,
    days: week.days.map((day) => ({
      ...day,
      windows: day.windows.map((window) =>
        day.date === slot.date && window.timeSlot === slot.window
          ? { ...window, ...state }
          : window,
      ),
    })),
  };
}

describe('the deliveries of an order', () => {
  test('with daily are one for every date, for everyone, each in its own window', () => {
    const draft = { ...daily(), windowByDate: { [WEDNESDAY]: '16:00-18:00' as const } };
    expect(
      deliveriesOf(draft, defaultBusiness).map(({ date, window }) => `${date} ${window}`),
    ).toEqual([
      '2026-11-24 11:00-13:00',
      '2026-11-25 16:00-18:00',
      '2026-11-26 11:00-13:00',
      '2026-11-27 11:00-13:00',
      '2026-11-28 11:00-13:00',
    ]);
  });

  test('with weekly are one', () => {
    const { draft } = anOrderOf({ Ben: [WEDNESDAY, THURSDAY] });
    expect(deliveriesOf(draft, defaultBusiness)).toEqual([
      { date: WEDNESDAY, window: '11:00-13:00' },
    ]);
  });

  test('are unknown while the customer has still to choose', () => {
    const undecided = { ...daily(), deliveryType: null };
    expect(deliveriesOf(undecided, defaultBusiness)).toEqual([]);
    expect(
      deliveriesOf(
        { ...undecided, deliveryType: 'weekly', weeklyDeliveryDay: null },
        defaultBusiness,
      ),
    ).toEqual([]);
  });
});

describe('a window of a date', () => {
  const slot: SlotKey = { date: TUESDAY, window: '11:00-13:00' };

  test.each([
    [true, null, null],
    [true, 3, '3 places left'],
    [true, 1, '1 place left'],
    [false, 0, 'Full'],
    [false, null, 'Closed'],
  ])('open %s with %s places says %s', (open, placesLeft, note) => {
    expect(windowState(weekWith(slot, { open, placesLeft }), slot)).toEqual({ open, note });
  });

  test('outside the week is closed', () => {
    expect(windowState(aWeek(), { ...slot, date: '2026-12-24' })).toEqual({
      open: false,
      note: 'Closed',
    });
  });

  test('that has filled up since is found among the deliveries', () => {
    const week = weekWith(slot, { open: false, placesLeft: 0 });
    expect(closedDeliveries(daily(), week, defaultBusiness)).toEqual([slot]);
    expect(datesWithout('11:00-13:00', FIVE_DAYS, week)).toEqual([TUESDAY]);
    expect(hasOpenWindow(week, TUESDAY)).toBe(true);
  });
});
