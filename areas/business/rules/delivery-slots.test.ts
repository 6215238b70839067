import { assert, boolean, constantFrom, integer, property, record, uniqueArray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from './facts.ts';
import {
  compareSlotKeys,
  type SlotKey,
  slotOpening,
} from '#areas/business/rules/delivery-slots.ts';
import { DELIVERY_WINDOWS } from '#quality/support/an-order.ts';

function opening(maxDeliveries: number, heldByStaff: number, booked: number, isActive = true) {
  return slotOpening({ maxDeliveries, heldByStaff, booked, isActive }, defaultBusiness);
}

describe('a delivery slot', () => {
  test('that nobody has set is open', () => {
    expect(slotOpening(undefined, defaultBusiness)).toEqual({ open: true, placesLeft: null });
  });

  test('that nobody has set has the default capacity of 20', () => {
    const ofThreePlaces = { ...defaultBusiness, slotCapacity: { default: 3, min: 0, max: 100 } };
    expect(slotOpening(undefined, ofThreePlaces)).toEqual({ open: true, placesLeft: 3 });
    expect(defaultBusiness.slotCapacity.default).toBe(20);
  });

  test.each([
    ['with plenty of places shows no number', 20, 0, 0, { open: true, placesLeft: null }],
    ['with six places left shows no number', 20, 0, 14, { open: true, placesLeft: null }],
    ['with five places left shows them', 20, 0, 15, { open: true, placesLeft: 5 }],
    [
      'counts places that staff hold for callers as taken',
      20,
      3,
      12,
      { open: true, placesLeft: 5 },
    ],
    ['with one place left shows it', 20, 1, 18, { open: true, placesLeft: 1 }],
    ['that is small shows its places from the start', 4, 0, 0, { open: true, placesLeft: 4 }],
    ['that is booked up is closed', 20, 0, 20, { open: false, placesLeft: 0 }],
    [
      'whose last place staff hold for a caller is closed',
      20,
      1,
      19,
      { open: false, placesLeft: 0 },
    ],
    ['booked over a lowered capacity is closed', 5, 2, 12, { open: false, placesLeft: 0 }],
    ['of capacity 0 is closed', 0, 0, 0, { open: false, placesLeft: 0 }],
    ['of capacity 100 is open', 100, 0, 0, { open: true, placesLeft: null }],
  ])('%s', (_what, maxDeliveries, held, booked, expected) => {
    expect(opening(maxDeliveries, held, booked)).toEqual(expected);
  });

  test.each([
    ['empty', 0],
    ['half booked', 10],
    ['booked up', 20],
  ])('that is inactive is closed even when %s', (_how, booked) => {
    const { open, placesLeft } = opening(20, 0, booked, false);
    expect(open).toBe(false);
    expect(placesLeft ?? 0).toBe(0);
  });

  test('is open exactly while it is active and a place is free, and counts only the last five', () => {
    const count = integer({ min: 0, max: 100 });
    assert(
      property(count, count, count, boolean(), (max, held, booked, isActive) => {
        const { open, placesLeft } = opening(max, held, booked, isActive);
        const free = max - held - booked;
        expect(open).toBe(isActive && free > 0);
        if (open) expect(placesLeft).toBe(free <= 5 ? free : null);
      }),
    );
  });
});

describe('the order in which slots are taken', () => {
  const anyKeys = uniqueArray(
    record({
      date: constantFrom('2026-11-24', '2026-11-25', '2026-11-30', '2026-12-01', '2027-01-01'),
      window: constantFrom(...DELIVERY_WINDOWS),
    }),
    { selector: ({ date, window }) => `${date} ${window}` },
  );

  test('is by date and then by time of day', () => {
    const keys: SlotKey[] = [
      { date: '2027-01-01', window: '11:00-13:00' },
      { date: '2026-11-24', window: '16:00-18:00' },
      { date: '2026-12-01', window: '11:00-13:00' },
      { date: '2026-11-24', window: '11:00-13:00' },
    ];
    expect(keys.toSorted(compareSlotKeys).map(({ date, window }) => `${date} ${window}`)).toEqual([
      '2026-11-24 11:00-13:00',
      '2026-11-24 16:00-18:00',
      '2026-12-01 11:00-13:00',
      '2027-01-01 11:00-13:00',
    ]);
  });

  test('is the same wherever one starts', () => {
    assert(
      property(anyKeys, (keys) => {
        const sorted = keys.toSorted(compareSlotKeys);
        expect(keys.toReversed().toSorted(compareSlotKeys)).toEqual(sorted);
        for (const [at, key] of sorted.entries()) {
          expect(compareSlotKeys(key, key)).toBe(0);
          for (const later of sorted.slice(at + 1)) {
            expect(compareSlotKeys(key, later)).toBe(-1);
            expect(compareSlotKeys(later, key)).toBe(1);
          }
        }
      }),
    );
  });
});
