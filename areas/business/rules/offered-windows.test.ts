import { expect, test } from 'vitest';
import {
  isOffered,
  nearestWindow,
  offeredWindows,
  slotProblem,
  windowsOn,
  windowWithName,
} from '#areas/business/rules/offered-windows.ts';

const facts = {
  deliveryWindows: [
    { timeSlot: '17:00-20:00' as const, label: null, weekdays: [1, 2, 3, 4, 5] },
    { timeSlot: '07:00-09:00' as const, label: 'Breakfast', weekdays: [1, 2, 3, 4, 5] },
    { timeSlot: '09:30-12:00' as const, label: null, weekdays: [6] },
  ],
  closures: [{ from: '2026-12-25', until: '2026-12-25', reason: 'Christmas Day' }],
};
const FRIDAY = '2026-11-27';
const SATURDAY = '2026-11-28';
const SUNDAY = '2026-11-29';
const CHRISTMAS = '2026-12-25';

test('a day has the windows of its weekday, the earliest first', () => {
  expect(windowsOn(facts, FRIDAY)).toEqual(['07:00-09:00', '17:00-20:00']);
  expect(windowsOn(facts, SATURDAY)).toEqual(['09:30-12:00']);
  expect(windowsOn(facts, SUNDAY)).toEqual([]);
  expect(offeredWindows(facts)).toEqual(['07:00-09:00', '09:30-12:00', '17:00-20:00']);
});

test('a closed day has none', () => {
  expect(windowsOn(facts, CHRISTMAS)).toEqual([]);
  expect(isOffered(facts, { date: CHRISTMAS, window: '07:00-09:00' })).toBe(false);
});

test('the window of an order gives way on a day that has others', () => {
  const window = '07:00-09:00';
  expect(nearestWindow(facts, { date: FRIDAY, window })).toBe(window);
  expect(nearestWindow(facts, { date: SATURDAY, window })).toBe('09:30-12:00');
  expect(nearestWindow(facts, { date: SUNDAY, window })).toBe(window);
});

test('what cannot be booked is said of the window or of the day', () => {
  expect(slotProblem(facts, { date: FRIDAY, window: '17:00-20:00' })).toBeNull();
  expect(slotProblem(facts, { date: SATURDAY, window: '17:00-20:00' })).toEqual({
    about: 'window',
    message: 'Please choose another window on Sat 28 Nov 2026: 9:30am-midday',
  });
  expect(slotProblem(facts, { date: CHRISTMAS, window: '07:00-09:00' })).toEqual({
    about: 'date',
    message: 'We don’t deliver on Fri 25 Dec 2026 (Christmas Day). Please choose another day.',
  });
  expect(slotProblem(facts, { date: SUNDAY, window: '07:00-09:00' })?.message).toBe(
    'We don’t deliver on Sun 29 Nov 2026. Please choose another day.',
  );
});

test('a window is named with its times, whether it is still offered or not', () => {
  expect(windowWithName(facts, '07:00-09:00')).toBe('Breakfast, 7am-9am');
  expect(windowWithName(facts, '17:00-20:00')).toBe('5pm-8pm');
  expect(windowWithName(facts, '11:00-13:00')).toBe('11am-1pm');
});
