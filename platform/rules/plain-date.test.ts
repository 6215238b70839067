import { assert, integer, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  daysBetween,
  formatDate,
  formatDayAndMonth,
  formatLongDate,
  formatMonthDayYear,
  isPlainDate,
  type PlainDate,
  weekdayOf,
  weekFrom,
} from '#platform/rules/plain-date.ts';

const anyDay = integer({ min: -60_000, max: 60_000 }).map((days) =>
  Temporal.PlainDate.from('2000-01-01').add({ days }),
);

/** Three years with the leap day of 2028 in the middle. */
function everyDayOfThreeYears(): Temporal.PlainDate[] {
  const first = Temporal.PlainDate.from('2027-01-01');
  return Array.from({ length: 365 + 366 + 365 }, (_, days) => first.add({ days }));
}

function existsByTemporal(text: string): boolean {
  try {
    Temporal.PlainDate.from(text, { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
}

describe('a day that exists', () => {
  test.each(['2025-07-15', '2026-11-22', '2024-02-29', '2000-02-29', '2027-12-31', '1970-01-01'])(
    '%s',
    (text) => {
      expect(isPlainDate(text)).toBe(true);
    },
  );

  test('is every day of three years', () => {
    expect(everyDayOfThreeYears().filter((day) => !isPlainDate(day.toString()))).toEqual([]);
  });
});

describe('text that is not a day', () => {
  test.each([
    '2025-02-29',
    '2025-02-30',
    '1900-02-29',
    '2100-02-29',
    '2025-04-31',
    '2025-01-32',
    '2025-01-00',
    '2025-00-10',
    '2025-13-01',
  ])('%s is not in the calendar', (text) => {
    expect(isPlainDate(text)).toBe(false);
  });

  test.each([
    '',
    'today',
    'Tue 5 Jan 2027',
    '2025-1-5',
    '25-01-05',
    '05-01-2025',
    '2025/01/05',
    '20250105',
    ' 2025-01-05',
    '2025-01-05 ',
    '2025-01-05\n',
    '2025-01-05T00:00',
    '2025-01-05Z',
    '+002025-01-05',
    '-2025-01-05',
    '２０２５-01-05',
    '2025‐01‐05',
  ])('"%s" is not written yyyy-MM-dd', (text) => {
    expect(isPlainDate(text)).toBe(false);
  });

  test('is recognised exactly as Temporal does', () => {
    const numbers = tuple(
      integer({ min: 1600, max: 2500 }),
      integer({ min: 0, max: 14 }),
      integer({ min: 0, max: 33 }),
    );
    assert(
      property(numbers, ([year, month, day]) => {
        const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        expect(isPlainDate(text)).toBe(existsByTemporal(text));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('counting days', () => {
  test.each<[PlainDate, number, PlainDate]>([
    ['2026-11-22', 0, '2026-11-22'],
    ['2026-11-22', 2, '2026-11-24'],
    ['2026-11-30', 1, '2026-12-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2027-01-01', -1, '2026-12-31'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2028-02-29', 1, '2028-03-01'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2028-02-29', 366, '2029-03-01'],
    ['2026-10-03', 1, '2026-10-04'],
  ])('%s and %i days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
    expect(daysBetween(date, expected)).toBe(days);
  });

  test('agrees with Temporal over centuries', () => {
    assert(
      property(anyDay, integer({ min: -40_000, max: 40_000 }), (day, days) => {
        const later = day.add({ days }).toString();
        expect(addDays(day.toString(), days)).toBe(later);
        expect(daysBetween(day.toString(), later)).toBe(days);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('weekdays', () => {
  test.each([
    ['2026-11-22', 0],
    ['2026-11-23', 1],
    ['2026-11-24', 2],
    ['2026-11-28', 6],
    ['2028-02-29', 2],
    ['1970-01-01', 4],
  ])('%s is weekday %i, counted from Sunday', (date, weekday) => {
    expect(weekdayOf(date)).toBe(weekday);
  });

  test('agree with Temporal on every day of three years', () => {
    const wrong = everyDayOfThreeYears().filter(
      (day) => weekdayOf(day.toString()) !== day.dayOfWeek % 7,
    );
    expect(wrong).toEqual([]);
  });

  test('come once each in seven days from any day', () => {
    assert(
      property(anyDay, (day) => {
        const week = weekFrom(day.toString());
        expect(week).toEqual([0, 1, 2, 3, 4, 5, 6].map((days) => day.add({ days }).toString()));
        expect(week.map(weekdayOf).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
      }),
    );
  });
});

describe('a date in print', () => {
  test.each([
    ['2027-01-05', 'Tue 5 Jan 2027', 'Tue 5 Jan', 'Tuesday 5 January'],
    ['2026-11-22', 'Sun 22 Nov 2026', 'Sun 22 Nov', 'Sunday 22 November'],
    ['2028-02-29', 'Tue 29 Feb 2028', 'Tue 29 Feb', 'Tuesday 29 February'],
    ['2026-09-10', 'Thu 10 Sep 2026', 'Thu 10 Sep', 'Thursday 10 September'],
  ])('%s is "%s", "%s" and "%s"', (date, short, withoutYear, long) => {
    expect(formatDate(date)).toBe(short);
    expect(formatDayAndMonth(date)).toBe(withoutYear);
    expect(formatLongDate(date)).toBe(long);
  });

  test.each([
    ['2025-01-05', 'Jan 5, 2025'],
    ['2028-02-29', 'Feb 29, 2028'],
    ['2026-12-31', 'Dec 31, 2026'],
  ])('%s in the waitlist is "%s"', (date, joined) => {
    expect(formatMonthDayYear(date)).toBe(joined);
  });

  test('names the weekday and month that the locale data names, on every day of three years', () => {
    const say = (options: Intl.DateTimeFormatOptions) => {
      const formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
      return (day: Temporal.PlainDate) =>
        formatter.format(day.toZonedDateTime('UTC').epochMilliseconds);
    };
    const [weekday, longWeekday] = [say({ weekday: 'short' }), say({ weekday: 'long' })];
    const [month, longMonth] = [say({ month: 'short' }), say({ month: 'long' })];
    for (const day of everyDayOfThreeYears()) {
      const date = day.toString();
      expect(formatDate(date)).toBe(`${weekday(day)} ${day.day} ${month(day)} ${day.year}`);
      expect(formatLongDate(date)).toBe(`${longWeekday(day)} ${day.day} ${longMonth(day)}`);
    }
  });
});
