import { expect, test } from 'vitest';
import { toInstantText } from '#platform/rules/zoned-time.ts';
import { comparedPeriods, defaultFigureWeek } from './figure-periods.ts';

const BRISBANE = { timeZone: 'Australia/Brisbane', orderWeekStart: 2 };
const SYDNEY = { timeZone: 'Australia/Sydney', orderWeekStart: 2 };
const at = (iso: string) => Date.parse(iso);

test('a week runs from midnight on Tuesday to midnight on the next, on the kitchen’s clock', () => {
  const periods = comparedPeriods(
    { week: '2026-01-08', weeks: 1 },
    at('2026-02-01T00:00Z'),
    BRISBANE,
  );
  expect(periods).toMatchObject({ from: '2026-01-06', to: '2026-01-12', isSoFar: false });
  expect(toInstantText(periods!.now.start)).toBe('2026-01-05T14:00:00.000Z');
  expect(toInstantText(periods!.now.end)).toBe('2026-01-12T14:00:00.000Z');
  expect(periods!.before).toMatchObject({
    from: '2025-12-30',
    to: '2026-01-05',
    end: periods!.now.start,
  });
});

test('a week under way is compared with the week before up to the same time of the week', () => {
  // Thursday 8 January, 9:30:15am.
  const now = at('2026-01-07T23:30:15Z');
  const periods = comparedPeriods({ week: '2026-01-06', weeks: 1 }, now, BRISBANE);
  expect(periods).toMatchObject({ isSoFar: true, now: { to: '2026-01-08', end: now } });
  expect(periods!.before.to).toBe('2026-01-01');
  expect(toInstantText(periods!.before.end)).toBe('2025-12-31T23:30:15.000Z');
});

test('the same time of the week is read from the clock on the wall, also over a change of clocks', () => {
  // Clocks in Sydney went back an hour on Sunday 5 April 2026.
  const now = at('2026-04-09T02:00:00Z');
  const periods = comparedPeriods({ week: '2026-04-07', weeks: 1 }, now, SYDNEY);
  expect(toInstantText(periods!.before.end)).toBe('2026-04-02T01:00:00.000Z');
  expect(periods!.now.start - periods!.before.start).toBe((7 * 24 + 1) * 3_600_000);
});

test('at the last moment of its last day a week is under way, and at midnight it is over', () => {
  const one = { week: '2026-01-06', weeks: 1 };
  expect(comparedPeriods(one, at('2026-01-12T13:59:59.999Z'), BRISBANE)?.isSoFar).toBe(true);
  expect(comparedPeriods(one, at('2026-01-12T14:00:00Z'), BRISBANE)?.isSoFar).toBe(false);
});

test('a week that has not begun has no figures', () => {
  const next = { week: '2026-01-13', weeks: 1 };
  expect(comparedPeriods(next, at('2026-01-12T13:59:59Z'), BRISBANE)).toBeNull();
  expect(comparedPeriods(next, at('2026-01-12T14:00:00Z'), BRISBANE)).not.toBeNull();
});

test('several weeks are compared with as many before', () => {
  const periods = comparedPeriods(
    { week: '2026-01-06', weeks: 4 },
    at('2026-03-01T00:00Z'),
    BRISBANE,
  );
  expect(periods).toMatchObject({
    from: '2026-01-06',
    to: '2026-02-02',
    before: { from: '2025-12-09' },
  });
});

test('on Monday the figures open at the week that ends today, on Tuesday at the one that ended', () => {
  expect(defaultFigureWeek('2026-01-12', BRISBANE)).toBe('2026-01-06');
  expect(defaultFigureWeek('2026-01-13', BRISBANE)).toBe('2026-01-06');
  expect(defaultFigureWeek('2026-01-14', BRISBANE)).toBe('2026-01-13');
});
