import { expect, test } from 'vitest';
import { STATE_NAMES } from '#areas/business/rules/australia.ts';
import { isPlainDate } from '#platform/rules/plain-date.ts';
import { lastHolidayYear, publicHolidays } from '#platform/rules/public-holidays.ts';

const datesOf = (state: string, year: number, name: string) =>
  publicHolidays(state, year)
    .filter((holiday) => holiday.name.startsWith(name))
    .map(({ date }) => date);

// As the states have published them, or as their Acts say.
test.each<[string, string, string[]]>([
  ['TAS', 'Eight Hours Day', ['2026-03-09']],
  ['TAS', 'King’s Birthday', ['2026-06-08']],
  ['TAS', 'Boxing Day', ['2026-12-28']],
  ['QLD', 'King’s Birthday', ['2026-10-05']],
  ['QLD', 'Labour Day', ['2026-05-04']],
  ['QLD', 'Boxing Day', ['2026-12-26', '2026-12-28']],
  ['QLD', 'Anzac Day', ['2027-04-26']],
  ['WA', 'King’s Birthday', ['2026-09-28']],
  ['WA', 'Western Australia Day', ['2026-06-01']],
  ['VIC', 'Melbourne Cup', ['2026-11-03']],
  ['VIC', 'Labour Day', ['2026-03-09']],
  ['NSW', 'Labour Day', ['2026-10-05']],
  ['NSW', 'Australia Day', ['2026-01-26']],
  ['NSW', 'Boxing Day', ['2026-12-26', '2026-12-28']],
  ['NSW', 'Christmas Day', ['2026-12-25']],
  ['ACT', 'Reconciliation Day', ['2026-06-01']],
  ['NT', 'Picnic Day', ['2026-08-03']],
  ['NT', 'Christmas Day', ['2027-12-25', '2027-12-27']],
  ['SA', 'Adelaide Cup', ['2026-03-09']],
  ['SA', 'Christmas Day', ['2027-12-25', '2027-12-27']],
])('%s has %s on %j', (state, name, dates) => {
  expect(datesOf(state, Number(dates[0]?.slice(0, 4)), name)).toEqual(dates);
});

test('every state has its holidays of each year that is known, each on a day that exists', () => {
  for (const state of STATE_NAMES) {
    for (let year = 2026; year <= lastHolidayYear(); year++) {
      const dates = publicHolidays(state, year).map(({ date }) => date);
      expect(dates.length).toBeGreaterThan(8);
      expect(dates.every(isPlainDate)).toBe(true);
      expect(dates).toEqual(dates.toSorted());
    }
  }
  expect(publicHolidays('Elsewhere', 2026)).toEqual([]);
});

test('an evening that is a holiday says from when', () => {
  expect(publicHolidays('QLD', 2026)).toContainEqual({
    date: '2026-12-24',
    name: 'Christmas Eve',
    fromMinute: 18 * 60,
  });
});
