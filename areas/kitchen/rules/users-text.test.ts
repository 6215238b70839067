import { expect, test } from 'vitest';
import { shortUsersText, usersText } from '#areas/kitchen/rules/batches.ts';

const [TUE, THU] = ['2026-12-01', '2026-12-03'];
const souvlaki = { name: 'Souvlaki', date: TUE, portions: 48 };
const later = { ...souvlaki, date: THU, portions: 30 };
const kofta = { name: 'Kofta', date: THU, portions: 36 };
const sauce = { name: 'Sauce', date: TUE, portions: null };

test('names each meal with its portions of all days', () => {
  expect(usersText({ users: [souvlaki, later, kofta] })).toBe(
    'for Souvlaki 78, Kofta 36, Tue 1 Dec to Thu 3 Dec',
  );
  expect(usersText({ users: [sauce] })).toBe('for Sauce, Tue 1 Dec');
});

test.each([
  [[souvlaki, later, kofta], { who: 'for 2 meals', days: 'Tue–Thu' }],
  [[souvlaki], { who: 'for 1 meal', days: 'Tue' }],
  [[souvlaki, sauce], { who: 'for 2 recipes', days: 'Tue' }],
  [[{ ...kofta, date: '2026-12-09' }], { who: 'for 1 meal', days: 'Wed 9 Dec' }],
  [[], null],
])('counts them where there is room for a line (%#)', (users, text) => {
  expect(shortUsersText({ cookDate: TUE, users })).toEqual(text);
});
