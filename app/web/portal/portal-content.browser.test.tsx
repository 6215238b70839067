import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listCustomers } from '#areas/customers/calls/customers.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { getSettings } from '#areas/business/calls/settings.ts';
import { getPackDay } from '#areas/delivery/calls/pack.ts';
import { listStaffMeals } from '#areas/menu/calls/meals.ts';
import { readSampleMenu } from '#areas/recipes/calls/sample-menu.ts';
import { changePageText, listTexts } from '#areas/messages/calls/texts.ts';
import { getGoingLive } from '#areas/office/calls/going-live.ts';
import { getToday, type TodayReply } from '#areas/office/calls/today.ts';
import { countOrders, listOrders } from '#areas/order-book/calls/admin-orders.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { listWaitlist } from '#areas/waitlist/calls/waitlist.ts';
import { PortalScreen } from '#app/web/portal-screen.tsx';
import { getOwnSecurity, getSignedIn } from '#platform/calls/sign-in.ts';
import { listOwnSessions } from '#areas/staff/calls/staff.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { quietLiveLine, fakeServer, never, refused } from '#platform/web/testing/fake-server.ts';
import { noteLeaving } from '#platform/web/testing/leaving.ts';
import { openPage, type PageToOpen } from '#platform/web/testing/open-page.tsx';
import { signedInAs } from '#platform/web/testing/open-portal-page.tsx';

// Its queries are shared by all screens; here each test has its own.
vi.mock('#areas/menu/web/client-screen.tsx', () => ({
  ClientScreen: ({ children }: { children: ReactNode }) => children,
}));

/** Two problems, an email, and someone's meal on hold. */
const TODAY: TodayReply = {
  at: '2026-01-13T02:00:00.000Z',
  rows: [
    {
      key: 'on_hold:1',
      kind: 'on_hold',
      many: 'meals on hold',
      level: 'hurt',
      title: 'Gwen: Chicken Cacciatore is on hold',
      detail: '',
      about: 1,
      since: null,
      dueAt: null,
      page: 'recipes',
      action: { label: 'Settle', opens: '/admin?tab=recipes' },
      canWait: false,
    },
  ],
  count: 4,
  byPage: { problems: 2, mail: 1, recipes: 1 },
  waiting: [],
  week: null,
  day: { date: '2026-01-13', windows: [], meals: 0, allergies: 0, cooking: [], arriving: [] },
};

const server = fakeServer();
const { left } = noteLeaving();
quietLiveLine();

beforeEach(() => {
  server.answers(listStaffMeals, () => []);
  server.answers(readSampleMenu, () => ({
    meals: 0,
    changed: 0,
    ingredients: 0,
    removed: null,
  }));
  server.answers(listWaitlist, () => []);
  server.answers(listOrders, never);
  server.answers(countOrders, never);
  server.answers(listCustomers, never);
  server.answers(getSettings, never);
  server.answers(getOrderingWeek, never);
  server.answers(getGoingLive, never);
  server.answers(getToday, () => TODAY);
});

const open = (at: string, role: StaffRole = 'owner', config?: PageToOpen['config']) => {
  server.answers(getSignedIn, () => signedInAs(role));
  return openPage(<PortalScreen />, { at, routes: ['/', '/admin'], config });
};

const link = (name: string) => page.getByRole('link', { name, exact: true });
const tab = (name: string) => page.getByRole('tab', { name });
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const namesOf = (locator: { elements: () => Element[] }) =>
  locator.elements().map((one) => one.querySelector('span')?.textContent);

const SIZES = [
  ['a laptop', 1280, 800],
  ['a phone', 390, 844],
  ['the narrowest phone', 320, 640],
] as const;

describe.each(SIZES)('on %s', (_, width, height) => {
  beforeEach(() => page.viewport(width, height));

  test('every word of the home page stands there once, with the three tabs and no second way out', async () => {
    await open('/');
    await expect.element(heading('Welcome, Jo')).toBeVisible();
    for (const name of ['Admin Portal', 'Customer Orders', 'Try Customer Portal', 'Logout'])
      await expect.element(link(name)).toBeInViewport();
    expect(page.getByText('Welcome, Jo').elements()).toHaveLength(1);
    expect(link('Home').elements()).toEqual([]);
    expect(page.getByRole('tab').elements()).toHaveLength(3);
    expect(page.getByRole('banner').element().clientHeight).toBeLessThanOrEqual(56);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(await listViolations()).toEqual([]);
  });

  test('every word of the admin page stands there once: welcome, Home, Logout and three tabs', async () => {
    const { address } = await open('/admin');
    await expect.element(heading('Weekly Meals')).toBeVisible();
    for (const name of ['Home', 'Logout']) await expect.element(link(name)).toBeInViewport();
    await expect.element(page.getByText('Welcome, Jo')).toBeInViewport();
    expect(namesOf(page.getByRole('tab'))).toEqual([
      'Weekly Meals',
      'Customer Orders',
      'Daily Prep',
    ]);
    await expect.element(tab('Weekly Meals')).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByRole('tabpanel', { name: 'Weekly Meals' })).toBeVisible();
    expect(page.getByRole('banner').element().clientHeight).toBeLessThanOrEqual(56);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(await listViolations()).toEqual([]);
    await tab('Customer Orders').click();
    await expect.poll(address).toBe('/admin?tab=orders');
    await expect.element(heading('Customer Orders')).toBeVisible();
  });

  test('of many parts the one that is open is in sight', async () => {
    await open('/admin?tab=first-hour');
    const parts = page.getByRole('navigation', { name: 'Settings' });
    await expect
      .element(parts.getByRole('link', { name: 'Going live' }))
      .toBeInViewport({ ratio: 1 });
  });
});

describe('on a laptop', () => {
  beforeEach(() => page.viewport(1280, 800));

  test('all sixteen pages and Help are in sight, and how much needs a hand beside Today and each of them', async () => {
    await open('/admin');
    const rows = page.getByRole('navigation', { name: 'Portal' });
    await expect.element(rows).toMatchTextContent('Today4');
    await expect.element(tab('Customer Orders')).toHaveAccessibleDescription('2');
    await expect.element(link('Messages')).toHaveAccessibleDescription('1');
    await expect.element(link('Food Safety')).toHaveAccessibleDescription('1');
    for (const name of ['Customers', 'Food Safety', 'Delivery Slots', 'Drive', 'Settings', 'Help'])
      await expect.element(rows.getByRole('link', { name, exact: true })).toBeInViewport({
        ratio: 1,
      });
    // For the sixteen three are tabs; the business's name and Help are links too.
    expect(rows.getByRole('link').elements()).toHaveLength(15);
  });

  test('a page shows its parts under its title, and which is open', async () => {
    const { address } = await open('/admin?tab=customers');
    const parts = page.getByRole('navigation', { name: 'Customers' });
    await parts.getByRole('link', { name: 'Waitlist' }).click();
    await expect.poll(address).toBe('/admin?tab=waitlist');
    await expect.element(page.getByText('No waitlist entries yet')).toBeVisible();
    await expect
      .element(parts.getByRole('link', { name: 'Waitlist' }))
      .toHaveAttribute('aria-current', 'page');
    await expect.element(heading('Customers')).toBeVisible();
    expect(await listViolations()).toEqual([]);
  });

  test('the tabs are walked with the arrows and opened with Enter', async () => {
    const { address } = await open('/admin');
    await expect.element(tab('Weekly Meals')).toBeVisible();
    tab('Weekly Meals').element().focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{ArrowUp}');
    await expect.element(tab('Customer Orders')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toBe('/admin?tab=orders');
    await expect.element(tab('Customer Orders')).toHaveFocus();
  });

  test('Help opens over the page, is read there, and leaves it as it was', async () => {
    const { address } = await open('/admin?tab=waitlist');
    await link('Help').click();
    const panel = page.getByRole('dialog', { name: 'Help' });
    await panel.getByRole('link', { name: 'A refund' }).click();
    await expect.element(panel.getByRole('heading', { name: 'A refund' })).toBeVisible();
    expect(await listViolations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    expect(address()).toBe('/admin?tab=waitlist');
  });
});

test('on a phone, everything that is no tab is in a sheet, which closes when something is chosen', async () => {
  await page.viewport(390, 844);
  const { address } = await open('/admin');
  await page.getByRole('button', { name: 'More' }).click();
  const sheet = page.getByRole('dialog', { name: 'More' });
  expect(namesOf(sheet.getByRole('link')).join(', ')).toBe(
    'Customers, Messages, Plan, Shopping, Recipes, Food Safety, Deliveries, Delivery Slots, Pack, Drive, Money, Settings, Help, Your account',
  );
  expect(await listViolations()).toEqual([]);
  await sheet.getByRole('link', { name: 'Customers' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.poll(address).toBe('/admin?tab=customers');
});

test.each([320, 390])(
  'with letters twice as large, at %i px all five of the bar stay and the line above is at most 72 px high',
  async (width) => {
    await page.viewport(width, 844);
    document.documentElement.style.fontSize = '200%';
    try {
      await open('/admin');
      const bar = page.getByRole('navigation', { name: 'Portal' });
      await expect.element(bar.getByRole('button', { name: 'More' })).toBeInViewport({ ratio: 1 });
      for (const name of ['Weekly Meals', 'Customer Orders', 'Daily Prep'])
        await expect.element(tab(name)).toBeInViewport({ ratio: 1 });
      await expect.element(bar.getByRole('link', { name: 'Today' })).toBeInViewport({ ratio: 1 });
      expect(page.getByRole('banner').element().clientHeight).toBeLessThanOrEqual(72);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    } finally {
      document.documentElement.style.fontSize = '';
    }
  },
);

test('a name of sixty characters takes two lines, and then is cut', async () => {
  await page.viewport(1280, 800);
  const name = 'The Kitchen Table of the Redlands and the Southern Moreton I';
  await open('/admin', 'owner', { business: { ...defaultBusiness, name } });
  const shown = page.getByRole('navigation', { name: 'Portal' }).getByText(name);
  await expect.element(shown).toBeVisible();
  const lineHeight = Number.parseFloat(getComputedStyle(shown.element()).lineHeight);
  expect(shown.element().clientHeight).toBeLessThanOrEqual(2 * lineHeight + 1);
  await expect.element(link('Help')).toBeInViewport({ ratio: 1 });
});

test('anyone who may not open a page reads so, with the way to their own', async () => {
  await open('/admin?tab=system', 'kitchen');
  await expect
    .element(page.getByText('Your role (Kitchen) does not include this page', { exact: true }))
    .toBeVisible();
  await expect.element(link('Go to your own page')).toHaveAttribute('href', '/admin?tab=prep');
  expect(namesOf(page.getByRole('tab'))).toEqual(['Weekly Meals', 'Daily Prep']);
  expect(await listViolations()).toEqual([]);
});

test('anyone who signed in for such a page reads why they are at their own', async () => {
  await open(`/admin?tab=meals&not=${encodeURIComponent('/admin?tab=settings')}`, 'kitchen');
  await expect
    .element(page.getByText('Your role (Kitchen) does not include Settings.'))
    .toBeVisible();
});

test('a role that is taken away leaves what was typed until one leaves', async () => {
  await page.viewport(1280, 800);
  const example = { business: 'Redlands Table', link: 'https://meals.example/t/0123456789abcdef' };
  server.answers(listTexts, () => ({ example, mode: 'kept', texts: [], values: {}, prices: [] }));
  server.answers(changePageText, () =>
    refused(403, { code: 'not_allowed', message: 'Your role does not include this' }),
  );
  const { address } = await open('/admin?tab=mail&section=texts');
  const words = page.getByLabelText('Words of the text');
  await words.fill('{business}: on the way, {link}');
  server.answers(getSignedIn, () => signedInAs('phone'));
  await page.getByRole('button', { name: 'Save Text message' }).click();
  await expect.element(page.getByText('Your role no longer includes this page')).toBeVisible();
  await expect.element(link('Money')).not.toBeInTheDocument();
  await expect.element(words).toHaveValue('{business}: on the way, {link}');
  await tab('Weekly Meals').click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect.poll(address).toBe('/admin?tab=meals');
});

test.each([
  ['packer', 'Packing bags, today and tomorrow.'],
  ['driver', 'Driving, today.'],
] as const)(
  'a %s finds at /admin their account and the handbook, without a bar, and otherwise goes to their own page',
  async (role, purpose) => {
    server.answers(getOwnSecurity, () => ({
      twoFactorEnabled: false,
      hasPassword: true,
      passkeys: [],
    }));
    server.answers(listOwnSessions, () => []);
    await open('/admin?tab=account', role);
    await expect.element(page.getByRole('button', { name: 'Change name' })).toBeVisible();
    await expect.element(page.getByText(purpose, { exact: false })).toBeVisible();
    expect(page.getByRole('navigation').elements()).toEqual([]);
    for (const name of ['Home', 'Your account', 'Help', 'Logout'])
      await expect.element(link(name)).toBeInViewport();
    expect(server.sent(getToday)).toEqual([]);
    expect(await listViolations()).toEqual([]);
  },
);

test('a packer is greeted with the way to the bags and how many there are', async () => {
  server.answers(getPackDay, () => ({
    now: '2026-01-13T02:00:00.000Z',
    date: '2026-01-13',
    today: '2026-01-13',
    until: '2026-01-13T14:00:00.000Z',
    staffId: '7d4b1f8e-9d0c-4c0e-8f8a-2f7f6f1f3b11',
    staffName: 'Jo',
    bags: [],
  }));
  await open('/', 'packer');
  await expect.element(heading('Welcome, Jo')).toBeVisible();
  await expect.element(page.getByText('Today: 0 bags')).toBeVisible();
  await expect.element(link('Pack')).toHaveAttribute('href', '/pack');
  expect(link('Admin Portal').elements()).toEqual([]);
  expect(await listViolations()).toEqual([]);
});

describe('someone who is signed out', () => {
  beforeEach(() => {
    server.answers(getSignedIn, () =>
      refused(401, { message: 'Unauthorized', code: 'unauthorized' }),
    );
  });
  const openSignedOut = (at: string) =>
    openPage(<PortalScreen />, { at, routes: ['/', '/admin', '/delivery-slots'] });

  test.each([
    ['/admin?tab=waitlist', 'Please log in to access the waitlist.'],
    ['/admin?tab=orders', 'Please log in to access the admin portal.'],
    ['/delivery-slots', 'Please log in to access delivery slot management.'],
  ])('and asks for %s goes to sign in after a second', async (at, why) => {
    await openSignedOut(at);
    await expect
      .element(page.getByRole('region', { name: /Notifications/ }))
      .toMatchTextContent(why);
    await expect.poll(() => left()?.to).toMatch(/^\/api\/login\?next=/);
  });

  test('and asks for no tab may be a customer: the page stays, and tells of the link', async () => {
    await openSignedOut('/admin');
    await expect
      .element(page.getByText('Looking for your own order?', { exact: false }))
      .toBeVisible();
    await expect.element(page.getByText('Taking you to the sign-in page…')).not.toBeInTheDocument();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(left()).toBeUndefined();
  });
});
