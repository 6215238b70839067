import { expect, type Page } from '@playwright/test';
import { pages } from '#app/web/pages.ts';
import { matchPath } from '#platform/web/navigation/page-history.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { addressesToRead } from './site-walk.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const OWNER = { email: 'owner@example.com', password: 'mangoes by the bay' };

// Visitors are asked who they are, and customers who open a staff page too.
test.use({
  owner: OWNER,
  expectedStatuses: [401],
});

type Crawl = { page: Page; from: readonly string[] };

/** Clicks a link to every page that these pages link to, and tells of those that lead nowhere. */
async function clickEveryLink({ page, from }: Crawl): Promise<string[]> {
  const seen = new Set<string>();
  const broken: string[] = [];
  for (const address of from) {
    await open(page, address);
    const links = await linksOf(page);
    for (const link of links) {
      const leadsTo = pageOf(link);
      if (seen.has(leadsTo)) continue;
      seen.add(leadsTo);
      await open(page, address);
      await page.locator(`a[href="${link}"]`).first().dispatchEvent('click');
      await page.waitForLoadState('load');
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      if (await page.getByRole('heading', { name: 'Page Not Found' }).isVisible())
        broken.push(`${address}: ${link}`);
    }
  }
  expect(seen.size).toBeGreaterThan(10);
  return broken;
}

/** Thirty-six meals are one page. */
function pageOf(link: string): string {
  const { pathname } = new URL(link, 'http://site');
  const found = pages.find(({ path, isNotFound }) => !isNotFound && matchPath(path, pathname));
  return found?.path ?? link;
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

/** Presses every button of these pages once, and tells of those after which the page is none. */
async function pressEveryButton({ page, from }: Crawl): Promise<string[]> {
  const seen = new Set<string>();
  const broken: string[] = [];
  for (const address of from) {
    await openAlive(page, address);
    for (const { name, at } of (await buttonsOf(page)).filter((each) => !seen.has(each.name))) {
      await openAlive(page, address);
      const button = page.locator('button:enabled').nth(at);
      // One pressed before it may have settled what it was about.
      if ((await button.count()) === 0) continue;
      seen.add(name);
      await button.dispatchEvent('click');
      await page.waitForLoadState('load');
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      if (await page.getByRole('heading', { name: 'Page Not Found' }).isVisible())
        broken.push(`${address}: ${name}`);
    }
  }
  expect(seen.size).toBeGreaterThan(5);
  return broken;
}

/** A button does nothing before its page is alive. */
async function openAlive(page: Page, address: string): Promise<void> {
  await open(page, address);
  await page.waitForLoadState('networkidle');
}

/** For those that differ by the name of a meal, three: the rest lead to the same. */
const OF_A_KIND = 3;

async function buttonsOf(page: Page): Promise<{ name: string; at: number }[]> {
  const all = await page.locator('button:enabled').evaluateAll((buttons) =>
    buttons.map((button, at) => ({
      name: button.getAttribute('aria-label') ?? button.textContent.trim(),
      kind: button.className,
      at,
    })),
  );
  return [...Map.groupBy(all, ({ kind }) => kind).values()].flatMap((some) =>
    some.length > 20 ? some.slice(0, OF_A_KIND) : some,
  );
}

/** To pages of this site. */
async function linksOf(page: Page): Promise<string[]> {
  const links = await page
    .locator('a[href^="/"]:not([download]):not([target="_blank"])')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return links.filter((link) => !/\.(ics|pdf|csv)\b|\/logout/.test(link));
}

const PUBLIC = addressesToRead.filter((address) => address !== '/no-such-page');

async function placeOrder(page: Page): Promise<string[]> {
  const placed = await householdOrders(page.request, {});
  await page.goto('/');
  await page.evaluate(
    (order) => sessionStorage.setItem('placedOrder', JSON.stringify(order)),
    placed,
  );
  const { orderNumber, trackingToken } = placed;
  return [paths.orderSuccess({ orderNumber }), paths.tracking(trackingToken)];
}

test('every link of every public page leads somewhere', async ({ page }) => {
  test.slow();
  const from = [...(await placeOrder(page)), ...PUBLIC];
  expect(await clickEveryLink({ page, from })).toEqual([]);
});

test('and for staff who look at the site', { tag: '@release' }, async ({ page }) => {
  test.slow();
  await signInAsStaff(page, OWNER);
  const from = [...(await placeOrder(page)), ...PUBLIC];
  expect(await clickEveryLink({ page, from })).toEqual([]);
});

for (const [who, isStaff] of [
  ['visitors', false],
  ['staff', true],
] as const)
  test(`no button sends ${who} nowhere`, { tag: '@release' }, async ({ page }) => {
    test.slow();
    if (isStaff) await signInAsStaff(page, OWNER);
    const from = [...(await placeOrder(page)), ...PUBLIC];
    expect(await pressEveryButton({ page, from })).toEqual([]);
  });
