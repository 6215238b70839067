import { expect, test } from 'vitest';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { expectedTime } from '#areas/order-book/rules/expected-time.ts';

const ZONE = 'Australia/Brisbane';
const at = (time: string) => Date.parse(`2026-01-13T${time}:00+10:00`);

function shown(newsAt: string, stopsBefore: number): string {
  const expected = expectedTime(
    { date: '2026-01-13', window: '16:00-18:00', newsAt: at(newsAt), stopsBefore },
    ZONE,
  );
  return [expected.from, expected.to]
    .map((instant) => formatMinuteOfDay(wallTimeAt(instant, ZONE).minuteOfDay))
    .join(' to ');
}

test('a stop takes six minutes, and a customer is told a span around that', () => {
  expect(shown('16:30', 0)).toBe('4:15pm to 4:55pm');
  expect(shown('16:30', 5)).toBe('4:45pm to 5:25pm');
  expect(shown('17:04', 3)).toBe('5:05pm to 5:45pm');
});

test('nobody is promised a time before their window', () => {
  expect(shown('15:20', 0)).toBe('4pm to 4:40pm');
  expect(shown('15:20', 10)).toBe('4:05pm to 4:45pm');
});

test('a run that is late says so', () => {
  expect(shown('17:50', 5)).toBe('6:05pm to 6:45pm');
});
