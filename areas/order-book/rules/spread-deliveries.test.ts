import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { freeWindowsAfter, spreadDeliveries } from './incident.ts';

const CLOSED = { date: '2026-01-14', window: '16:00-18:00' } as const;
const slot = (date: string, window: '11:00-13:00' | '16:00-18:00', change = {}) => ({
  date,
  window,
  maxDeliveries: 30,
  held: 1,
  booked: 7,
  isActive: true,
  ...change,
});

test('the next windows with places come first; closed and full ones are left out', () => {
  const slots = [
    slot('2026-01-14', '11:00-13:00'),
    slot('2026-01-15', '11:00-13:00'),
    slot('2026-01-15', '16:00-18:00', { isActive: false }),
    slot('2026-01-16', '11:00-13:00', { booked: 29 }),
  ];
  const free = freeWindowsAfter(CLOSED, slots, defaultBusiness);
  expect(free).toEqual([
    { date: '2026-01-15', window: '11:00-13:00', free: 22 },
    { date: '2026-01-16', window: '16:00-18:00', free: defaultBusiness.slotCapacity.default },
    { date: '2026-01-17', window: '11:00-13:00', free: defaultBusiness.slotCapacity.default },
    { date: '2026-01-17', window: '16:00-18:00', free: defaultBusiness.slotCapacity.default },
  ]);
});

test('one window is filled after the other; who comes too late finds none', () => {
  const windows = [
    { date: '2026-01-15', window: '11:00-13:00', free: 2 },
    { date: '2026-01-15', window: '16:00-18:00', free: 1 },
  ] as const;
  const spread = spreadDeliveries([7, 8, 9, 10], windows);
  expect(spread.map(({ to }) => to?.window ?? null)).toEqual([
    '11:00-13:00',
    '11:00-13:00',
    '16:00-18:00',
    null,
  ]);
});

test('no window gets more than its free places, and nobody waits while one has any', () => {
  const windows = fc.array(
    fc.record({
      date: fc.constantFrom('2026-01-15', '2026-01-16'),
      window: fc.constantFrom('11:00-13:00' as const, '16:00-18:00' as const),
      free: fc.integer({ min: 0, max: 5 }),
    }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(windows, fc.integer({ min: 0, max: 25 }), (free, count) => {
      const ids = Array.from({ length: count }, (_, index) => index);
      const spread = spreadDeliveries(ids, free);
      for (const window of free)
        expect(spread.filter(({ to }) => to === window).length).toBeLessThanOrEqual(window.free);
      const all = free.reduce((sum, window) => sum + window.free, 0);
      expect(spread.filter(({ to }) => to !== null)).toHaveLength(Math.min(count, all));
    }),
  );
});
