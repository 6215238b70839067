import { afterEach, expect, test, vi } from 'vitest';
import { whileToday } from './orders-queries.ts';

const asksAfter = (...dates: string[]) =>
  whileToday('Australia/Brisbane')({
    state: { data: { deliveries: dates.map((date) => ({ date })) } },
  });

afterEach(() => vi.useRealTimers());

test('the page of an order asks every 30 seconds while a delivery of it is today in the kitchen', () => {
  vi.useFakeTimers();
  vi.setSystemTime('2026-01-12T14:00:00Z');
  expect(asksAfter('2026-01-11', '2026-01-13')).toBe(30_000);
  expect(asksAfter('2026-01-12', '2026-01-14')).toBe(false);
  vi.setSystemTime('2026-01-13T14:00:00Z');
  expect(asksAfter('2026-01-13')).toBe(false);
});
