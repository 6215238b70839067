import { expect, test } from 'vitest';
import { STATE_NAMES } from '#areas/business/rules/australian-states.ts';
import { isPlainDate } from '#platform/rules/plain-date.ts';
import { publicHolidays } from '#platform/rules/public-holidays.ts';

const datesOf = (state: string, year: number, name: string) =>
  publicHolidays(state, year)
    .filter((holiday) => holiday.name.startsWith(name))
    .map(({ date }) => date);

test.each([
  [2024, '2024-04-01'],
  [2025, '2025-04-21'],
  [2026, '2026-04-06'],
  [2027, '2027-03-29'],
  [2038, '2038-04-26'],
])('Easter Monday of %i is %s', (year, date) => {
  expect(datesOf('TAS', year, 'Easter Monday')).toEqual([date]);
});

// As the states have published them.
test.each<[string, string, string[]]>([
  ['TAS', 'Eight Hours Day', ['2026-03-09']],
  ['TAS', 'King’s Birthday', ['2026-06-08']],
  ['QLD', 'King’s Birthday', ['2026-10-05']],
  ['QLD', 'Labour Day', ['2026-05-04']],
  ['WA', 'King’s Birthday', ['2026-09-28']],
  ['WA', 'Western Australia Day', ['2026-06-01']],
  ['VIC', 'Melbourne Cup', ['2026-11-03']],
  ['VIC', 'Labour Day', ['2026-03-09']],
  ['NSW', 'Labour Day', ['2026-10-05']],
  ['ACT', 'Reconciliation Day', ['2026-06-01']],
  ['NT', 'Picnic Day', ['2026-08-03']],
  ['SA', 'Adelaide Cup', ['2026-03-09']],
  ['NSW', 'Australia Day', ['2026-01-26']],
  ['NSW', 'Boxing Day', ['2026-12-26', '2026-12-28']],
  ['NSW', 'Christmas Day', ['2026-12-25']],
])('%s has %s on %s', (state, name, dates) => {
  expect(datesOf(state, 2026, name)).toEqual(dates);
});

test.each([
  [2021, ['2021-12-25', '2021-12-27'], ['2021-12-26', '2021-12-28']],
  [2022, ['2022-12-25', '2022-12-27'], ['2022-12-26']],
  [2025, ['2025-12-25'], ['2025-12-26']],
])('Christmas on a weekend of %i has another day', (year, christmas, boxing) => {
  expect(datesOf('TAS', year, 'Christmas Day')).toEqual(christmas);
  expect(datesOf('TAS', year, 'Boxing Day')).toEqual(boxing);
});

test('Australia Day on a weekend is kept on the Monday after', () => {
  expect(datesOf('TAS', 2025, 'Australia Day')).toEqual(['2025-01-27']);
});

test('every state has its holidays, each on a day of its own that exists', () => {
  for (const state of STATE_NAMES) {
    for (let year = 2024; year < 2050; year++) {
      const dates = publicHolidays(state, year).map(({ date }) => date);
      expect(dates.length).toBeGreaterThan(8);
      expect(dates.every(isPlainDate)).toBe(true);
      expect(dates).toEqual(dates.toSorted());
    }
  }
  expect(publicHolidays('Elsewhere', 2026)).toEqual([]);
});
