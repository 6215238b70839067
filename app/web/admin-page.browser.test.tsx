import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getToday } from '#areas/office/calls/today.ts';
import { listStaffMeals } from '#areas/menu/calls/meals.ts';
import { getSettings } from '#areas/business/calls/settings.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { getOwnSecurity, getSignedIn } from '#platform/calls/sign-in.ts';
import { listOwnSessions } from '#areas/staff/calls/staff.ts';
import { listWaitlist } from '#areas/waitlist/calls/waitlist.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import { AdminScreen } from '#app/web/admin-screen.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { quietLiveLine } from '#platform/web/testing/fake-event-source.ts';
import { fakeServer, never, refused } from '#platform/web/testing/fake-server.ts';
import { noteLeaving } from '#platform/web/testing/leaving.ts';
import { signedInAs } from '#platform/web/testing/signed-in-as.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';

// Its queries are shared by all screens; here each test has its own.
vi.mock('#areas/menu/web/client-screen.tsx', () => ({
  ClientScreen: ({ children }: { children: ReactNode }) => children,
}));

const server = fakeServer();
quietLiveLine();
const { left } = noteLeaving();

const tabs = () => page.getByRole('tab');
const more = () => page.getByRole('button', { name: /^More/ });
const link = (name: string) =>
  page.getByRole('navigation', { name: 'More pages' }).getByRole('link', { name });

beforeEach(() => {
  server.answers(listStaffMeals, () => []);
  server.answers(listWaitlist, () => []);
  server.answers(getSettings, never);
  server.answers(getOrderingWeek, never);
  server.answers(getToday, () => ({
    at: '2026-01-13T02:00:00.000Z',
    rows: [],
    count: 0,
    byPage: {},
    waiting: [],
    week: null,
    day: { date: '2026-01-13', windows: [], meals: 0, allergies: 0 },
  }));
});

describe('someone who is signed in', () => {
  beforeEach(() => {
    server.answers(getSignedIn, () => signedInAs('owner'));
  });

  test('has three tabs, and all other pages under More', async () => {
    const { address } = await openPage(<AdminScreen />, { at: '/admin' });
    await expect
      .poll(() =>
        tabs()
          .all()
          .map((tab) => tab.element().textContent),
      )
      .toEqual(['Weekly Meals', 'Customer Orders', 'Daily Prep']);
    await expect.element(link('Waitlist')).not.toBeInTheDocument();
    await expect.element(more()).toHaveAttribute('aria-expanded', 'false');
    await more().click();
    await expect.element(more()).toHaveAttribute('aria-expanded', 'true');
    for (const name of [
      'Recipes to settle',
      'Payments',
      'Waitlist',
      'Figures',
      'Emails',
      'Staff',
      'API',
      'Settings',
      'System',
    ])
      await expect.element(link(name)).toBeInViewport({ ratio: 1 });
    await link('Waitlist').click();
    expect(address()).toBe('/admin?tab=waitlist');
    await expect.element(page.getByText('No waitlist entries yet')).toBeVisible();
    await expect.element(link('Waitlist')).not.toBeInTheDocument();
  });

  test('sees which page under More is open', async () => {
    await openPage(<AdminScreen />, { at: '/admin?tab=waitlist' });
    await expect.element(more()).toMatchTextContent('More: Waitlist');
    await expect.element(page.getByText('No waitlist entries yet')).toBeVisible();
    await more().click();
    await expect.element(link('Waitlist')).toHaveAttribute('aria-current', 'page');
    await expect.element(link('Payments')).not.toHaveAttribute('aria-current');
    expect(await listViolations()).toEqual([]);
    await tabs().getByText('Weekly Meals').click();
    await expect.element(more()).not.toMatchTextContent('Waitlist');
  });

  test('opens, walks and closes More with the keyboard', async () => {
    const { address } = await openPage(<AdminScreen />, { at: '/admin' });
    await expect.element(more()).toBeVisible();
    more().element().focus();
    await userEvent.keyboard(`{Enter}${'{ArrowDown}'.repeat(16)}`);
    await expect.element(link('Waitlist')).toHaveFocus();
    // On a phone, the way to everything is below the pages.
    await userEvent.keyboard('{ArrowUp}'.repeat(16));
    await expect.element(page.getByRole('button', { name: 'Go to…' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(link('Help')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(link('Help')).not.toBeInTheDocument();
    await expect.element(more()).toHaveFocus();
    await userEvent.keyboard(`{Enter}${'{Tab}'.repeat(16)}{Enter}`);
    expect(address()).toBe('/admin?tab=waitlist');
  });

  test('closes More by going elsewhere', async () => {
    await openPage(<AdminScreen />, { at: '/admin' });
    await more().click();
    await expect.element(link('Help')).toBeVisible();
    await page.getByRole('heading', { name: 'Admin Portal' }).click();
    await expect.element(link('Help')).not.toBeInTheDocument();
    await more().click();
    await expect.element(link('Help')).toBeVisible();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(link('Help')).not.toBeInTheDocument();
  });
});

describe('someone sees only what their role may', () => {
  const NOTHING_BUT: [StaffRole, string[], string[]][] = [
    [
      'manager',
      ['Weekly Meals', 'Customer Orders', 'Daily Prep'],
      [
        'Plan',
        'Shopping',
        'Phone orders',
        'Menus by the week',
        'Deliveries',
        'Close a window',
        'Food safety',
        'Food safety record',
        'Recall',
        'Problems',
        'Ratings',
        'Recipes and ingredients',
        'Recipes to settle',
        'Payments',
        'Customers',
        'Waitlist',
        'Figures',
        'Emails',
        'Audit trail',
        'API',
        'Your account',
        'Help',
      ],
    ],
    [
      'kitchen',
      ['Weekly Meals', 'Daily Prep'],
      [
        'Plan',
        'Shopping',
        'Menus by the week',
        'Deliveries',
        'Food safety',
        'Food safety record',
        'Recall',
        'Ratings',
        'Recipes and ingredients',
        'Recipes to settle',
        'Your account',
        'Help',
      ],
    ],
    [
      'phone',
      ['Weekly Meals', 'Customer Orders'],
      [
        'Phone orders',
        'Menus by the week',
        'Deliveries',
        'Close a window',
        'Problems',
        'Ratings',
        'Customers',
        'Waitlist',
        'Emails',
        'Audit trail',
        'Your account',
        'Help',
      ],
    ],
  ];

  test.each(NOTHING_BUT)('as %s', async (role, shownTabs, pages) => {
    server.answers(getSignedIn, () => signedInAs(role));
    await openPage(<AdminScreen />, { at: '/admin?tab=system' });
    await expect
      .element(page.getByText(/^Your role \(\w+\) does not include this page\. Ask an owner\.$/))
      .toBeVisible();
    expect(
      tabs()
        .all()
        .map((tab) => tab.element().textContent),
    ).toEqual(shownTabs);
    await more().click();
    const links = page.getByRole('navigation', { name: 'More pages' }).getByRole('link');
    expect(links.all().map((each) => each.element().textContent)).toEqual(pages);
    expect(await listViolations()).toEqual([]);
  });
});

test.each(['packer', 'driver'] as const)(
  'a %s finds here what they are for and their own account, and nothing else',
  async (role) => {
    server.answers(getSignedIn, () => signedInAs(role));
    server.answers(getOwnSecurity, () => ({
      twoFactorEnabled: false,
      hasPassword: true,
      passkeys: [],
    }));
    server.answers(listOwnSessions, () => []);
    await openPage(<AdminScreen />, { at: '/admin' });
    await expect.element(page.getByRole('button', { name: 'Change name' })).toBeVisible();
    await expect.element(page.getByText('today and tomorrow', { exact: false })).toBeVisible();
    expect(tabs().all()).toEqual([]);
    await expect.element(more()).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('link', { name: 'Delivery Slots' }))
      .not.toBeInTheDocument();
    expect(server.sent(getToday)).toEqual([]);
    expect(await listViolations()).toEqual([]);
  },
);

describe('someone who is signed out', () => {
  beforeEach(() => {
    server.answers(getSignedIn, () =>
      refused(401, { message: 'Unauthorized', code: 'unauthorized' }),
    );
  });

  test.each([
    ['waitlist', 'Please log in to access the waitlist.'],
    ['orders', 'Please log in to access the admin portal.'],
    ['meals', 'Please log in to access the admin portal.'],
  ])('and asks for the tab %s goes to sign in after a second', async (tab, why) => {
    await openPage(<AdminScreen />, { at: `/admin?tab=${tab}` });
    await expect
      .element(page.getByRole('region', { name: /Notifications/ }))
      .toMatchTextContent(why);
    await expect.poll(() => left()?.to).toMatch(/^\/api\/login\?next=/);
  });

  test('and asks for no tab may be a customer: the page stays, and tells of the link', async () => {
    await openPage(<AdminScreen />, { at: '/admin' });
    await expect
      .element(page.getByText('Looking for your own order?', { exact: false }))
      .toBeVisible();
    await expect.element(page.getByText('Taking you to the sign-in page…')).not.toBeInTheDocument();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(left()).toBeUndefined();
  });
});
