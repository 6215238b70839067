import { describe, expect, test } from 'vitest';
import { type DeliveryOfDay, isLate, lastDayToHaveEnded, listsOfDelivery } from './today.ts';

const TODAY = '2026-01-13';
const at = (hour: number, minute = 0) => ({ date: TODAY, minuteOfDay: hour * 60 + minute });

const aDelivery = (change: Partial<DeliveryOfDay> = {}): DeliveryOfDay => ({
  date: TODAY,
  window: '11:00-13:00',
  status: 'planned',
  flag: null,
  isFlagSeen: false,
  isSettled: false,
  isOrderCancelled: false,
  ...change,
});

describe('a delivery is late', () => {
  test('from the end of its window on, until someone says how it ended', () => {
    expect(isLate(aDelivery(), at(12, 59))).toBe(false);
    expect(isLate(aDelivery(), at(13))).toBe(true);
    expect(isLate(aDelivery({ window: '16:00-18:00' }), at(17, 59))).toBe(false);
    expect(isLate(aDelivery({ window: '16:00-18:00' }), at(18))).toBe(true);
    for (const status of ['delivered', 'missed', 'cancelled'] as const)
      expect(isLate(aDelivery({ status }), at(20)), status).toBe(false);
  });

  test('only on its own day', () => {
    expect(isLate(aDelivery({ date: '2026-01-12' }), at(14))).toBe(false);
    expect(isLate(aDelivery({ date: '2026-01-14' }), at(14))).toBe(false);
  });
});

describe('a delivery is on', () => {
  test('no list while all goes well', () => {
    expect(listsOfDelivery(aDelivery({ status: 'out' }), at(12))).toEqual([]);
    expect(listsOfDelivery(aDelivery({ status: 'delivered' }), at(20))).toEqual([]);
  });

  test('the list of those without an ending for a month', () => {
    const of = (date: string) => listsOfDelivery(aDelivery({ date, status: 'out' }), at(9));
    expect(of('2026-01-12')).toEqual(['no_ending']);
    expect(of('2025-12-13')).toEqual(['no_ending']);
    expect(of('2025-12-12')).toEqual([]);
    expect(of('2026-01-14')).toEqual([]);
  });

  test('the list of the missed until someone decides, for a month', () => {
    const of = (change: Partial<DeliveryOfDay>) =>
      listsOfDelivery(aDelivery({ status: 'missed', ...change }), at(9));
    expect(of({})).toEqual(['missed']);
    expect(of({ date: '2026-01-12' })).toEqual(['missed']);
    expect(of({ date: '2025-12-12' })).toEqual([]);
    expect(of({ isSettled: true })).toEqual([]);
  });

  test('the list of the flagged for a week, even when it is cancelled', () => {
    const of = (change: Partial<DeliveryOfDay>) =>
      listsOfDelivery(aDelivery({ status: 'cancelled', flag: 'two_reports', ...change }), at(9));
    expect(of({})).toEqual(['flagged']);
    expect(of({ date: '2026-01-07' })).toEqual(['flagged']);
    expect(of({ date: '2026-01-06' })).toEqual([]);
    expect(of({ flag: null })).toEqual([]);
  });

  test('none but the flagged when its order was cancelled', () => {
    const delivery = aDelivery({ isOrderCancelled: true });
    expect(listsOfDelivery(delivery, at(14))).toEqual([]);
    const flagged = { ...delivery, status: 'delivered', flag: 'after_cancel' } as const;
    expect(listsOfDelivery(flagged, at(14))).toEqual(['flagged']);
  });

  test('several at once', () => {
    const delivery = aDelivery({ flag: 'two_reports' });
    expect(listsOfDelivery(delivery, at(13))).toEqual(['late', 'flagged']);
  });
});

test('from 9pm on, today’s deliveries should have an ending; before, yesterday’s', () => {
  expect(lastDayToHaveEnded(at(20, 59))).toBe('2026-01-12');
  expect(lastDayToHaveEnded(at(21))).toBe(TODAY);
});
