/** What is on sale, against worked examples: the switch, the season and the menu of the week together. */
import { expect, test } from 'vitest';
import { isMealAvailableOn, isOnMenu, type MenuWeek, offeredDays } from './menu-week.ts';
import checkValues from './menu-week-values.json' with { type: 'json' };

const WEEK_START = '2026-12-01';

test.each(checkValues)('$name', ({ given: { meal, menu, date, now }, expected }) => {
  const weeks: MenuWeek[] = menu
    ? [
        {
          weekStart: WEEK_START,
          state: menu.state as MenuWeek['state'],
          publishAt: Date.parse(menu.publishAt),
          entries: Object.entries(menu.entries).map(([id, days]) => ({ mealId: Number(id), days })),
        },
      ]
    : [];
  const offered = offeredDays(Number(meal.id), weeks, Date.parse(now));
  const isOnSale =
    meal.isActive && !meal.archived && isMealAvailableOn(meal, date) && isOnMenu(offered, date);
  expect(isOnSale).toBe(expected.onSale);
});
