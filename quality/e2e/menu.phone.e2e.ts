/** Choosing from the menu on a phone: the same address shows the same meals with scripts and without. */
import type { Page } from '@playwright/test';
import { expect, test } from './app-fixture.ts';

const SCREEN_PX = 844;
const MOST_SCREENS = 10;

const cards = (page: Page) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: 'min prep' });

async function expectWithoutMilk(page: Page) {
  expect(await cards(page).count()).toBeGreaterThan(0);
  for (const text of await cards(page).allInnerTexts())
    expect(text).toMatch(/No declared allergens|Contains: (?!.*\bmilk\b)/);
  await expect(page.getByText(/meals? left out: (it|they) declares? milk\./)).toBeVisible();
  await expect(
    page.getByText('If a trace could harm someone', { exact: false }).last(),
  ).toBeVisible();
}

test(
  '36 meals fit in ten screens of a phone, and none is too wide',
  { tag: '@release' },
  async ({ page }) => {
    await page.goto('/menu');
    await expect(cards(page)).toHaveCount(36);
    const { height, width } = await page.evaluate(() => ({
      height: document.documentElement.scrollHeight,
      width: document.documentElement.scrollWidth,
    }));
    expect(height).toBeLessThanOrEqual(MOST_SCREENS * SCREEN_PX);
    expect(width).toBeLessThanOrEqual(390);
  },
);

test(
  'milk is left out with two taps; Back brings it back, and a reload keeps it',
  { tag: '@release' },
  async ({ page }) => {
    await page.goto('/menu');
    await page.getByText('Filter and sort').tap();
    const milk = page.getByRole('checkbox', { name: 'Milk', exact: true });
    await milk.tap();
    await expect(page).toHaveURL(/\/menu\?without=milk$/);
    await expectWithoutMilk(page);
    const left = await cards(page).count();
    expect(left).toBeLessThan(36);
    await page.reload();
    await expectWithoutMilk(page);
    await expect(cards(page)).toHaveCount(left);
    await page.getByLabel('Search meals').fill('chicken');
    await expect(page).toHaveURL(/\/menu\?without=milk&q=chicken$/);
    await expect.poll(() => cards(page).count()).toBeLessThan(left);
    await page.goBack();
    await expect(page).toHaveURL(/\/menu\?without=milk$/);
    await expect(cards(page)).toHaveCount(left);
    await expect(page.getByLabel('Search meals')).toHaveValue('');
    await page.goBack();
    await expect(page).toHaveURL(/\/menu$/);
    await expect(cards(page)).toHaveCount(36);
  },
);

test(
  'a filter changes the list without loading a page, and the scroll place stays',
  { tag: '@release' },
  async ({ page }) => {
    await page.goto('/menu');
    await page.getByText('Filter and sort').tap();
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(request.url());
    });
    const limit = page.getByRole('checkbox', { name: 'Under 450 Cal' });
    await limit.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await limit.tap();
    await expect(page).toHaveURL(/calories=450/);
    expect(await page.evaluate(() => scrollY)).toBe(before);
    expect(documents).toEqual([]);
  },
);

test(
  'the menu stays a document until a field is used; a search sent at once is not lost',
  { tag: '@release' },
  async ({ page }) => {
    await page.goto('/menu');
    await page.mouse.wheel(0, 400);
    await page.waitForLoadState('networkidle');
    const asked = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(asked.filter((name) => name.includes('/framework-'))).toEqual([]);
    const data = Promise.withResolvers<void>();
    await page.route('**/site-data/*', async (route) => {
      await data.promise;
      await route.continue();
    });
    await page.getByLabel('Search meals').fill('chicken');
    await page.getByLabel('Search meals').press('Enter');
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    data.resolve();
    await expect(page).toHaveURL(/\/menu\?q=chicken$/);
    await expect.poll(() => cards(page).count()).toBeLessThan(36);
    await expect(page.getByLabel('Search meals')).toHaveValue('chicken');
  },
);

test.describe('before any script', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'milk is left out and a word is searched for, and the address says so',
    { tag: '@release' },
    async ({ page }) => {
      await page.goto('/menu');
      await page.getByText('Filter and sort').tap();
      await page.getByRole('checkbox', { name: 'Milk', exact: true }).tap();
      await page.getByRole('button', { name: 'Show meals' }).tap();
      await expect(page).toHaveURL(/\/menu\?without=milk$/);
      await expectWithoutMilk(page);
      const left = await cards(page).count();
      await page.getByLabel('Search meals').fill('chicken');
      await page.getByRole('button', { name: 'Search', exact: true }).tap();
      await expect(page).toHaveURL(/\/menu\?without=milk&q=chicken$/);
      expect(await cards(page).count()).toBeLessThan(left);
      await page.getByRole('link', { name: 'Lunch', exact: true }).tap();
      await expect(page).toHaveURL(/\/menu\?type=lunch&without=milk&q=chicken$/);
      await page.getByRole('link', { name: 'Take off: “chicken”' }).tap();
      await expect(page).toHaveURL(/\/menu\?type=lunch&without=milk$/);
      await page.goBack();
      await expect(page).toHaveURL(/q=chicken$/);
    },
  );
});
