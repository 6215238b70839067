/** A week for staff: the first account, Sunday evening, and the page for everyone who is not signed in. */
import { makeSetupLink } from '#areas/staff/server/accounts/first-staff.ts';
import type { Locator, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { findPart, pagesFor } from '#app/web/portal/portal-pages.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { rightsOf, FIELD_ROLES, STAFF_ROLES, type StaffRight } from '#platform/rules/roles.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const OWNER = { email: 'owner@redlandstable.example', password: 'mangoes and mangroves' };

test.describe.configure({ mode: 'serial' });
test.use({ owner: OWNER, expectedStatuses: [401, 404, 410, 503] });

async function topOf(locator: Locator): Promise<number> {
  return (await locator.boundingBox())?.y ?? Infinity;
}

async function bottomOf(locator: Locator): Promise<number> {
  const box = await locator.boundingBox();
  return box ? box.y + box.height : Infinity;
}

/** As visitors see it. */
async function namesOnTheMenu(page: Page): Promise<string[]> {
  const meals = (await (await page.request.get('/api/meals')).json()) as MealReply[];
  return meals.filter(({ isActive }) => isActive).map(({ name }) => name);
}

test.describe('without any account', () => {
  test.use({ owner: null, ownApp: 'portal' });

  test('the link that the operator asks for creates the first staff account, once', async ({
    page,
    app,
  }) => {
    expect(app.said()).not.toContain('/setup#');
    const link = (await makeSetupLink(app, app.url))?.url;
    await page.goto(link!);
    await page.getByLabel('Email').fill(OWNER.email);
    await page.getByLabel('First name').fill('Nell');
    await page.getByLabel('Last name').fill('Baker');
    await page.getByLabel('New password').fill(OWNER.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Welcome, Nell')).toBeVisible();

    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Try Customer Portal' })).toBeVisible();
    await page.getByRole('link', { name: 'Logout' }).first().click();
    await expect(page.getByRole('link', { name: 'Order Now' }).first()).toBeVisible();
    await page.goto(link!);
    await expect(page.getByRole('button', { name: 'Create account' })).toBeHidden();
  });
});

test(
  'Sunday evening: the menu is renewed and the slots are set',
  { tag: '@release' },
  async ({ page }) => {
    await signInAsStaff(page, OWNER);
    await page.goto('/admin');
    await page.getByRole('tab', { name: 'Weekly Meals' }).click();
    await page.getByRole('link', { name: /new meal/i }).click();
    await page.getByText('Without a recipe', { exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Mud Crab Laksa');
    await page.getByLabel('Description').fill('Sweet mud crab in a broth that warms the bones.');
    await page.getByLabel(/^Calories/).fill('520');
    await page.getByLabel(/^Protein/).fill('38');
    await page.getByLabel(/^Carbs/).fill('44');
    await page.getByLabel(/^Fat/).fill('20');
    await page.getByLabel(/^Price/).fill('17.49');
    await page.getByRole('button', { name: /create meal|save/i }).click();
    await expect(page.getByText('Meal Created').first()).toBeVisible();
    for (const name of ['Lentil and Walnut Bolognese with Red Lentil Penne', 'Mud Crab Laksa']) {
      const onTheMenu = page.getByRole('switch', { name: `${name} on the menu` });
      await onTheMenu.press('Space');
      await expect(onTheMenu).not.toBeChecked();
    }
    await expect.poll(async () => namesOnTheMenu(page)).not.toContain('Mud Crab Laksa');

    await page.goto('/delivery-slots');
    await page.getByRole('button', { name: 'Next Week' }).click();
    await page
      .getByRole('button', { name: /^Create slots/ })
      .first()
      .click();
    const capacity = page.getByRole('spinbutton', { name: /^Places for/ }).first();
    await capacity.fill('12');
    const unsaved = page.getByRole('status').filter({ hasText: 'Unsaved changes on 1 slot' });
    await expect(unsaved).toBeVisible();
    const save = page.getByRole('button', { name: 'Save All Changes' });
    await page.route('**/api/**slots**', (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({
            status: 503,
            json: { message: 'Please try again.', code: 'unavailable' },
          }),
    );
    await save.click();
    const toast = page.getByRole('listitem').filter({ hasText: 'Failed to save changes' });
    await expect(toast).toBeVisible();
    await expect
      .poll(
        async () => (await bottomOf(toast)) <= (await topOf(unsaved)),
        'the toast covers nothing',
      )
      .toBe(true);
    await page.unroute('**/api/**slots**');
    await save.click();
    await expect(unsaved).toBeHidden();
  },
);

test('Sunday evening: an order arrives live, is found by its phone number, edited and cancelled with its refund', async ({
  page,
  request,
}) => {
  await signInAsStaff(page, OWNER);
  await page.goto('/admin');
  await page.getByRole('tab', { name: 'Customer Orders' }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  const { orderNumber } = await householdOrders(request, { phone: '0498 765 432' });
  await expect(
    page
      .getByText(/1 new order/i)
      .or(page.getByText(orderNumber))
      .first(),
  ).toBeVisible();

  await page.getByRole('searchbox').fill('498 765 432');
  await page
    .getByRole('link', { name: new RegExp(orderNumber) })
    .first()
    .click();
  await page.getByRole('link', { name: /^Edit/ }).click();
  await page.getByRole('textbox', { name: 'First name' }).fill('Maria');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Order Updated').first()).toBeVisible();

  await page.getByRole('button', { name: /^Cancel Order/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel order' });
  await expect(dialog).toContainText(
    `Are you sure you want to cancel order ${orderNumber}? This will mark the order as cancelled.`,
  );
  await expect(dialog.getByRole('checkbox', { name: /^Refund \$/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(page.getByText('Order Cancelled').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Cancel Order/ })).toBeDisabled();
});

/** The addresses behind these links and the parts of their pages, each followed from Home; and what pages link to that `rights` do not open. */
async function followAll(page: Page, links: Locator, rights: readonly StaffRight[]) {
  const opened: string[] = [];
  const refused: string[] = [];
  async function look() {
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 }), page.url()).toBeVisible();
    await expect(page.getByText(/We couldn’t load|does not include this page/)).toHaveCount(0);
    opened.push(page.url().replace(new URL(page.url()).origin, ''));
    const hrefs = await page
      .locator('main a[href^="/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    const isRefused = (href: string) => {
      const right = findPart(href)?.right;
      return right !== undefined && !rights.includes(right);
    };
    refused.push(...hrefs.filter(isRefused).map((href) => `${page.url()}: ${href}`));
  }
  await page.goto('/');
  await expect(links.first()).toBeVisible();
  // What is loaded with the page may be a link as well.
  await page.waitForLoadState('networkidle');
  const count = await links.count();
  for (let at = 0; at < count; at += 1) {
    await page.goto('/');
    await links.nth(at).click();
    await look();
    const parts = page.locator('main > nav a');
    for (let part = 1; part < (await parts.count()); part += 1) {
      await parts.nth(part).click();
      await look();
    }
  }
  return { opened, refused };
}

for (const role of STAFF_ROLES)
  test(
    `behind every link of a ${role}’s portal is a page of theirs, and behind one of them each that they have`,
    { tag: '@release' },
    async ({ page, app }) => {
      test.setTimeout(600_000);
      await app.db.update(staff).set({ role }).where(eq(staff.email, OWNER.email));
      await signInAsStaff(page, OWNER);
      await page.setViewportSize({ width: 1280, height: 800 });
      const isField = FIELD_ROLES.some((one) => one === role);
      const links = isField
        ? page.locator(
            '[data-bar=top] a:not([href="/api/logout"]), main a[href="/pack"], main a[href="/drive"]',
          )
        : page.locator('nav[aria-label=Portal] :is(a:not([href*="tab=help"]), [role=tab])');
      const rights = rightsOf(role);
      const { opened, refused } = await followAll(page, links, rights);
      expect(refused).toEqual([]);
      const own = pagesFor(rights).flatMap(({ parts }) => parts.map(({ at }) => at));
      const isPanel = (at: string) => !isField && at === '/admin?tab=help';
      expect(own.filter((at) => !isPanel(at) && !opened.includes(at))).toEqual([]);
    },
  );

for (const role of STAFF_ROLES)
  test(
    `no page of a ${role} has an accessibility fault or scrolls sideways, however narrow`,
    { tag: '@release' },
    async ({ page, request, app }) => {
      // Every page in both colours and four widths; an owner has forty.
      test.setTimeout(role === 'owner' ? 1_200_000 : 600_000);
      if (role === 'owner') await householdOrders(request);
      await app.db.update(staff).set({ role }).where(eq(staff.email, OWNER.email));
      await signInAsStaff(page, OWNER);
      const parts = pagesFor(rightsOf(role)).flatMap((one) => one.parts.map(({ at }) => at));
      const opened =
        role === 'owner' ? ['/admin?tab=meals&meal=new', '/admin?tab=orders&order=1'] : [];
      const faults: string[] = [];
      for (const at of new Set(['/', '/admin', ...parts, ...opened])) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.goto(at);
        await expect(page.getByRole('heading', { level: 1 }), at).toBeVisible();
        await page.waitForLoadState('networkidle');
        faults.push(...(await listPageViolations(page)).map((fault) => `${at}: ${fault}`));
        for (const width of [1280, 820, 390, 320]) {
          await page.setViewportSize({ width, height: 844 });
          const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
          // A chart is drawn again a moment after the window is another.
          const isStill = expect.poll(scrollWidth, { timeout: 3_000 }).toBeLessThanOrEqual(width);
          await isStill.catch(async () =>
            faults.push(`${at} at ${width} px: ${await scrollWidth()} px`),
          );
        }
      }
      expect(faults).toEqual([]);
    },
  );

test(
  'anyone not signed in sees why, and is sent to the sign-in page',
  { tag: '@release' },
  async ({ page }) => {
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible();
    await expect(page.getByText('Looking for your own order?')).toBeVisible();
    for (const [path, words] of [
      ['/delivery-slots', 'Please log in to access delivery slot management.'],
      ['/admin?tab=waitlist', 'Please log in to access the waitlist.'],
      ['/admin?tab=orders', 'Please log in to access the admin portal.'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText('Authentication Required').first()).toBeVisible();
      await expect(page.getByText(words).first()).toBeVisible();
      await page.waitForURL(/\/sign-in\?next=/);
    }
  },
);
