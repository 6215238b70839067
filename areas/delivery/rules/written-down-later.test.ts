import { expect, test } from 'vitest';
import { isToldByDefault } from '#areas/delivery/rules/driver-reports.ts';

const timeZone = 'Australia/Brisbane';
const sunday = { date: '2026-11-29', window: '11:00-13:00' } as const;
const told = (
  status: 'delivered' | 'missed',
  now: string,
  at: 'unknown' | { minuteOfDay: number },
) => isToldByDefault(status, { slots: [sunday], at }, { now: Date.parse(now), timeZone });

test('twelve of Sunday on Monday: nobody hears of them unless staff say so', () => {
  const monday = '2026-11-30T09:00:00+10:00';
  expect(told('delivered', monday, 'unknown')).toBe(false);
  expect(told('delivered', monday, { minuteOfDay: 12 * 60 })).toBe(false);
});

test('of the same evening their customers hear, and of a missed one until the next morning', () => {
  expect(told('delivered', '2026-11-29T21:00:00+10:00', 'unknown')).toBe(true);
  expect(told('missed', '2026-11-30T09:00:00+10:00', 'unknown')).toBe(true);
  expect(told('missed', '2026-11-30T10:00:00+10:00', 'unknown')).toBe(false);
});
