import { expect, test } from 'vitest';
import checkValues from './check-values.json' with { type: 'json' };
import { onSale, type WeekMenu } from './on-sale.ts';

const MEAL = { id: 7, isArchived: false, isActive: true, availableFrom: null, availableTo: null };
const NOW = Date.parse('2026-11-23T00:00:00Z');

test.each(checkValues)('$name', ({ given, expected }) => {
  const { meal, menu, date, now } = given;
  const week: WeekMenu | null = menu && {
    state: menu.state as WeekMenu['state'],
    publishAt: Date.parse(menu.publishAt),
    days: new Map(Object.entries(menu.entries).map(([id, days]) => [Number(id), days])),
  };
  const sold = { ...meal, id: Number(meal.id), isArchived: meal.archived };
  expect(onSale(sold, week, { date, now: Date.parse(now) })).toEqual(expected);
});

test('an archived meal is on sale nowhere, whatever the menu says', () => {
  const menu: WeekMenu = { state: 'ready', publishAt: NOW, days: new Map([[7, ['2026-12-01']]]) };
  const archived = { ...MEAL, isArchived: true };
  expect(onSale(archived, menu, { date: '2026-12-01', now: NOW })).toEqual({
    onSale: false,
    why: 'archived',
  });
});

test('a draft narrows nothing', () => {
  const draft: WeekMenu = { state: 'draft', publishAt: NOW, days: new Map() };
  expect(onSale(MEAL, draft, { date: '2026-12-01', now: NOW })).toEqual({
    onSale: true,
    why: 'no_menu',
  });
});
