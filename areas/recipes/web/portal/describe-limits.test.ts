import { expect, test } from 'vitest';
import type { LimitRow } from '#areas/menu/calls/meal-limits.ts';
import { describeLimits, describeSold, nameOfRow } from './planned-menu.ts';

const row = (changes: Partial<LimitRow>): LimitRow => ({
  date: '2026-01-13',
  scope: 'day',
  portions: 40,
  held: 0,
  booked: 0,
  left: 40,
  ...changes,
});

test.each<[string, LimitRow[], string]>([
  ['nothing limited', [row({ portions: null, left: null })], ''],
  ['the same on each day', [row({}), row({ date: '2026-01-14' })], '40 a day'],
  [
    'few left',
    [row({ booked: 38, held: 1, left: 1 }), row({ date: '2026-01-14' })],
    '40 a day; Tue 13 Jan 38 sold, 1 held',
  ],
  [
    'sold out, and not the same on each day',
    [row({ booked: 40, left: 0 }), row({ date: '2026-01-14', portions: 30, left: 30 })],
    '2 days limited; Tue 13 Jan sold out (40 sold)',
  ],
  ['by week', [row({ scope: 'week', portions: 90, left: 90 })], '90 in the week of Tue 13 Jan'],
])('a meal’s row says what is limited: %s', (_, rows, words) => {
  expect(describeLimits(rows)).toBe(words);
});

test('each field says what it is for, and what is sold of it', () => {
  expect(nameOfRow(row({}))).toBe('Tuesday 13 Jan');
  expect(nameOfRow(row({ scope: 'week' }))).toBe('Whole week from Tue 13 Jan');
  expect(describeSold(row({ booked: 3, held: 2, left: 35 }))).toBe('3 sold, 2 held');
});
