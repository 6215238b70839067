import { expect, test } from 'vitest';
import { announcedMinutes, lastHourText, minutesToCutoff } from './order-reminder.ts';

const CUTOFF = Date.parse('2026-11-29T07:00:00Z');
const before = (minutes: number) => CUTOFF - minutes * 60_000;

test.each([
  [60.01, null],
  [60, 60],
  [41.2, 42],
  [0.01, 1],
  [0, 0],
  [-5, 0],
])('%s minutes before the cutoff the line says %s', (left, said) => {
  expect(minutesToCutoff(CUTOFF, before(left))).toBe(said);
});

test('it names the time by the kitchen’s clock', () => {
  expect(lastHourText(CUTOFF, 'Australia/Brisbane', 42)).toBe('Orders close at 5pm: 42 min');
});

test('screen readers hear of it five times', () => {
  const heard = Array.from({ length: 60 }, (_, index) => announcedMinutes(60 - index));
  expect([...new Set(heard)]).toEqual([60, 30, 10, 5, 1]);
});
