import { expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { weekWithoutMenu } from './menu-week.ts';

/** Orders for the week from Tuesday 13 January close on Sunday 11 January, 17:00 in Brisbane. */
const THREE_DAYS_BEFORE = '2026-01-08T07:00:00Z';
const ONE_SECOND_EARLIER = '2026-01-08T06:59:59Z';

test.each([
  ['three days before it opens', THREE_DAYS_BEFORE, ['2026-01-13'], '2026-01-20'],
  ['a second earlier', ONE_SECOND_EARLIER, ['2026-01-13'], null],
  ['with a ready one', THREE_DAYS_BEFORE, ['2026-01-13', '2026-01-20'], null],
  ['with one for a later week only', THREE_DAYS_BEFORE, ['2026-01-13', '2026-01-27'], '2026-01-20'],
  ['of a kitchen that plans none', THREE_DAYS_BEFORE, [], null],
  ['of one that last planned four weeks ago', THREE_DAYS_BEFORE, ['2025-12-23'], '2026-01-20'],
  ['of one that has given it up', THREE_DAYS_BEFORE, ['2025-12-16'], null],
])('the next menu, %s', (_when, now, readyWeeks, missing) => {
  expect(weekWithoutMenu(Date.parse(now), defaultBusiness, readyWeeks)).toBe(missing);
});
