/** What can be read and done without a signal, after one visit with one. */
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { listPageViolations } from './accessibility.ts';
import { AN_ORDINARY_WEDNESDAY } from '#quality/support/ordinary-wednesday.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import {
  continueTo,
  expectStep,
  fillCustomer,
  nameThePeople,
  pickMeal,
  WEEK,
} from './order-journey.ts';

test.use({ goesOffline: true });

/** The worker is installed only once everything is kept. */
async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

async function listKept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => new URL(url).pathname);
  });
}

async function visitOnce(page: Page, context: BrowserContext, address: string): Promise<void> {
  await page.goto(address);
  await untilKept(page);
  await context.setOffline(true);
}

test(
  'one visit to any page keeps home, menu, questions and order',
  { tag: '@release' },
  async ({ page, context }) => {
    await visitOnce(page, context, '/about');
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Order Now' }).first()).toBeVisible();
    await page.goto('/menu');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
    const picture = page.getByRole('main').locator('li img').first();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await page.goto('/faq');
    await page.locator('summary').first().click();
    await expect(page.locator('details[open] p').first()).toBeVisible();
    await page.goto('/order');
    await expectStep(page, 'Number of People');
    await expect(page.getByText('You’re offline. Your order is kept on this device')).toBeVisible();
    expect(await listPageViolations(page)).toEqual([]);
  },
);

test(
  'a page that is not kept says so, with the phone number and what can be opened',
  { tag: '@release' },
  async ({ page, context }) => {
    await visitOnce(page, context, '/');
    for (const address of ['/about', '/menu/some-meal', '/admin', '/nowhere']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
    }
    await expect(page.getByRole('link', { name: '(07) 5550 0164' })).toBeVisible();
    expect(await listPageViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Menu' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Menu' })).toBeVisible();
    await page.goto('/menu?type=lunch');
    await expect(page).toHaveURL(/\/menu$/);
    await context.setOffline(false);
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You’re offline');
  },
);

test('an order goes on without a signal as far as it can, and on to payment once it is back', async ({
  page,
  context,
}) => {
  await page.goto('/order');
  await nameThePeople(page, ['Mia']);
  await untilKept(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Mia');
  await continueTo(page, 'Meal Selection');
  await pickMeal(page, { person: 'Mia', mealType: 'dinner', date: WEEK[1] ?? '' });
  await continueTo(page, 'Customer Info');
  await fillCustomer(page);
  await continueTo(page, 'Order Summary');
  await expect(page.getByText('You’re offline. Your order is kept on this device')).toBeVisible();
  await expect(page.getByText('You can pay once you’re online again')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeDisabled();
  await page.reload();
  await expectStep(page, 'Order Summary');
  await context.setOffline(false);
  await expect(page.getByText('You’re offline')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeEnabled();
});

test(
  'a tracking page opened before shows what was known last, and when',
  { tag: '@release' },
  async ({ page, context, request }) => {
    await page.clock.setFixedTime(new Date(AN_ORDINARY_WEDNESDAY));
    const { trackingToken } = await householdOrders(request);
    const main = page.getByRole('main');
    await page.goto(`/track/${trackingToken}`);
    await expect(main).toContainText('What you paid');
    await untilKept(page);
    // The worker takes over from the next page on.
    await page.reload();
    await expect(main).toContainText('What you paid');
    await expect.poll(() => listKept(page)).toContain('/track/-');

    await context.setOffline(true);
    await page.reload();
    await expect(main).toContainText('as of midday. You’re offline');
    await expect(main).toContainText('Next: Tue 13 Jan, 11am-1pm');
    await expect(main).toContainText('Changing and cancelling need a signal');
    await expect(page.getByRole('button', { name: 'Cancel this order' })).toBeHidden();
    expect(await listPageViolations(page)).toEqual([]);

    await page.getByText('More about this order').click();
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: 'Cancel this order' })).toBeVisible();
    await expect(main).toContainText('● live');

    const kept = await listKept(page);
    expect(kept.filter((path) => path.startsWith('/api/'))).toEqual(['/api/ordering-week']);
    expect(kept.join(' ')).not.toContain(trackingToken);
  },
);

test(
  'after a change of the site, its pages and their files are kept anew, and nothing older',
  { tag: '@release' },
  async ({ page, context, app }) => {
    await page.goto('/');
    await untilKept(page);
    const before = await listKept(page);
    const [meal] = await app.db.select().from(meals).limit(1);
    if (!meal) throw new Error('the menu is empty');
    await app.db.update(meals).set({ name: 'Signal Soup' }).where(eq(meals.id, meal.id));
    try {
      const dataOf = (paths: string[]) => paths.filter((path) => path.startsWith('/site-data/'));
      await expect
        .poll(async () => {
          await page.goto('/menu');
          return page.getByRole('heading', { name: 'Signal Soup' }).count();
        })
        .toBe(1);
      // The new ones come before the old ones go.
      await expect
        .poll(async () => {
          const kept = dataOf(await listKept(page));
          return { kept: kept.length, older: kept.filter((path) => before.includes(path)) };
        })
        .toEqual({ kept: 1, older: [] });
      await context.setOffline(true);
      await page.goto('/order');
      await expectStep(page, 'Number of People');
      await page.goto('/menu');
      await expect(page.getByRole('heading', { name: 'Signal Soup' })).toBeVisible();
    } finally {
      await app.db.update(meals).set({ name: meal.name }).where(eq(meals.id, meal.id));
    }
  },
);

test('nothing of staff is kept, whatever they open', { tag: '@release' }, async ({ page }) => {
  await page.goto('/');
  await untilKept(page);
  await page.goto('/admin');
  await page.goto('/sign-in');
  await page.goto('/');
  // Longer than a page is put off before it is kept.
  await page.waitForTimeout(6000);
  const pages = (await listKept(page)).filter(
    (path) => !/^\/(assets|images|site-data)\//.test(path),
  );
  expect(pages.toSorted()).toEqual([
    '/',
    '/api/ordering-week',
    '/faq',
    '/menu',
    '/offline',
    '/order',
  ]);
});
