import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { mondayOf, placesFree, placesOver, summariseSlotWeek } from './slot-week.ts';

test.each([
  ['2026-01-12', '2026-01-12'],
  ['2026-01-13', '2026-01-12'],
  ['2026-01-18', '2026-01-12'],
  ['2026-01-01', '2025-12-29'],
])('the week of %s starts on Monday %s', (date, monday) => {
  expect(mondayOf(date)).toBe(monday);
});

const slot = { maxDeliveries: 10, held: 1, booked: 4, isActive: true };

describe('the places of a slot', () => {
  test('are free until they are held or booked', () => {
    expect([placesFree(slot), placesOver(slot)]).toEqual([5, 0]);
  });
  test('are not free on a closed slot', () => {
    expect(placesFree({ ...slot, isActive: false })).toBe(0);
  });
  test('are over when the capacity was lowered below what is taken', () => {
    const lowered = { ...slot, maxDeliveries: 3 };
    expect([placesFree(lowered), placesOver(lowered)]).toEqual([0, 2]);
  });
});

describe('the summary of a week', () => {
  test('counts slots that are not set as open with the default capacity', () => {
    expect(summariseSlotWeek([], 14, defaultBusiness)).toEqual({
      openSlots: 14,
      places: 280,
      booked: 0,
      free: 280,
    });
  });

  test('counts what is booked on closed slots, but not their places', () => {
    const slots = [slot, { ...slot, isActive: false }, { ...slot, maxDeliveries: 3 }];
    expect(summariseSlotWeek(slots, 11, defaultBusiness)).toEqual({
      openSlots: 13,
      places: 233,
      booked: 12,
      free: 225,
    });
  });
});
