import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listMenuWeeks, type MenuWeekReply, saveMenuWeek } from '#areas/menu/calls/menu-weeks.ts';
import { listStaffMeals, type StaffMealReply } from '#areas/menu/calls/meals.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { weekFrom } from '#platform/rules/plain-date.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { MenusTab } from './menus-tab.tsx';

const server = fakeServer();
const TUESDAY = '2026-12-01';
const WEEK = weekFrom(TUESDAY);
const aMeal = (id: number, name: string): StaffMealReply => ({
  ...anOrderedMeal({ name }),
  id,
  version: 1,
  archivedAt: null,
});
const MENU: MenuWeekReply = {
  weekStart: TUESDAY,
  state: 'ready',
  publishAt: '2026-11-22T07:00:00Z',
  entries: [
    { mealId: 1, days: WEEK },
    { mealId: 2, days: WEEK },
  ],
  version: 4,
  savedAt: '2026-11-20T07:00:00Z',
  savedBy: 'cook@example.com',
};
let menu: MenuWeekReply | null;

beforeEach(async () => {
  await page.viewport(1280, 900);
  menu = null;
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: '2026-11-24T20:00:00Z',
    cutoff: '2026-11-29T07:00:00Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: TUESDAY,
    weekEnd: '2026-12-07',
    days: [],
  }));
  server.answers(listStaffMeals, () => [aMeal(1, 'Salmon'), aMeal(2, 'Dal')]);
  server.answers(listMenuWeeks, () => (menu ? [menu] : []));
});

const open = () =>
  openPortalPage(<MenusTab />, { server, heading: 'Menus', at: '/admin?tab=menus' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const day = (meal: string, name: RegExp) =>
  page.getByRole('group', { name: `Days of ${meal}` }).getByRole('button', { name });

test('a menu is put together by taps, day by day, and published', async () => {
  server.answers(saveMenuWeek, ({ body }) => ({ ...MENU, ...body, version: 1, stillSold: [] }));
  await open();
  await expect.element(page.getByText('No menu for this week')).toBeVisible();
  await button('Add Salmon').click();
  await day('Salmon', /^Wed/).click();
  await expect.element(day('Salmon', /^Wed/)).toHaveAttribute('aria-pressed', 'false');
  await expect.element(page.getByText('Unsaved changes to this menu')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await button('Save and publish').click();
  await expect
    .poll(() => server.sent(saveMenuWeek)[0]?.body)
    .toEqual({
      state: 'ready',
      entries: [{ mealId: 1, days: WEEK.filter((each) => each !== '2026-12-02') }],
    });
  await expect.element(page.getByText('Published', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/sold already/)).not.toBeInTheDocument();
});

test('a meal that is sold and taken off is named, with the way to swap it', async () => {
  menu = MENU;
  server.answers(saveMenuWeek, ({ body }) => ({
    ...MENU,
    ...body,
    version: 5,
    stillSold: [{ mealId: 1, name: 'Salmon', date: '2026-12-02', sold: 12 }],
  }));
  await open();
  await button('Take off Salmon').click();
  await button('Save and keep on sale').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/12 sold for Wed 2 Dec 2026/);
  await expect
    .element(page.getByRole('link', { name: 'Swap or refund them' }))
    .toHaveAttribute('href', '/admin?tab=meals&runOut=1&date=2026-12-02');
  expect(await listViolations()).toEqual([]);
});

test('a refusal keeps what was planned', async () => {
  menu = MENU;
  const message = 'Someone has changed this menu since you opened it.';
  server.answers(saveMenuWeek, () => refused(409, { code: 'changed_meanwhile', message }));
  await open();
  await button('Take off Dal').click();
  await button('Save and keep on sale').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(message);
  await expect.element(button('Add Dal')).toBeVisible();
});
