import type { Locator, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { expect, test } from './app-fixture.ts';
import { expectStep } from './order-journey.ts';
import { suburbField } from './waitlist-form.ts';

function mealCards(page: Page) {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: 'min prep' });
}

/** Every meal of the menu has its plate, drawn. */
async function expectPlates(page: Page) {
  const plates = platesIn(page.getByRole('main'));
  await expect(plates).toHaveCount(await mealCards(page).count());
  await expectDrawn(plates);
}

const platesIn = (part: Locator) => part.locator('img[src^="/images/plates/"]');

async function expectDrawn(plates: Locator) {
  await expect
    .poll(() =>
      plates.evaluateAll((found) =>
        found.every((plate) => plate instanceof HTMLImageElement && plate.naturalWidth > 0),
      ),
    )
    .toBe(true);
}

test(
  'the menu is filtered by its URL, so a filtered menu can be shared and left with Back',
  { tag: '@release' },
  async ({ page }) => {
    await page.goto('/menu');
    const all = await mealCards(page).count();
    const filter = page.getByRole('navigation', { name: 'Filter meals' });
    await filter.getByRole('link', { name: 'Lunch' }).click();
    await expect(page).toHaveURL(/\/menu\?type=lunch$/);
    const lunches = await mealCards(page).count();
    await filter.getByRole('link', { name: 'Dinner' }).click();
    await expect(page).toHaveURL(/\/menu\?type=dinner$/);
    await expect(filter.getByRole('link', { name: 'Dinner' })).toHaveAttribute(
      'aria-current',
      'true',
    );
    const dinners = await mealCards(page).count();
    expect(lunches).toBeGreaterThan(0);
    expect(dinners).toBeGreaterThan(0);
    expect(lunches + dinners).toBe(all);
    await page.reload();
    await expect(mealCards(page)).toHaveCount(dinners);
    await page.goBack();
    await expect(page).toHaveURL(/type=lunch$/);
    await expect(mealCards(page)).toHaveCount(lunches);
  },
);

test(
  'going back before the page is hydrated shows what its URL says',
  { tag: '@release' },
  async ({ page }) => {
    await page.goto('/menu?type=lunch');
    const lunch = mealCards(page).filter({ hasText: 'Lunch' }).first();
    await expect(lunch).toBeVisible();
    // As a tap on the filter does once the page is hydrated.
    await page.evaluate(() => history.pushState(null, '', '/menu?type=dinner'));
    const held = Promise.withResolvers<void>();
    await page.route('**/site-data/*', async (route) => {
      await held.promise;
      await route.fallback();
    });
    await page.reload();
    await expect(lunch).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/type=lunch$/);
    held.resolve();
    await expect(lunch).toBeVisible();
  },
);

test(
  'going back while the page comes to life shows what its URL says, and is no error',
  { tag: '@release' },
  async ({ page }) => {
    await page.goto('/menu?type=lunch');
    const lunch = mealCards(page).filter({ hasText: 'Lunch' }).first();
    await page.evaluate(() => history.pushState(null, '', '/menu?type=dinner'));
    // After the site has compared the addresses, and before React's first slice: a moment no click can hit on purpose.
    await page.addInitScript(() => {
      const original = performance.getEntriesByType.bind(performance);
      let isFirst = true;
      performance.getEntriesByType = (type) => {
        if (isFirst && type === 'navigation')
          queueMicrotask(() => {
            history.replaceState(null, '', '/menu?type=lunch');
            dispatchEvent(new PopStateEvent('popstate', { state: null }));
          });
        isFirst &&= type !== 'navigation';
        return original(type);
      };
    });
    await page.reload();
    await page.getByLabel('Search meals').focus();
    await expect(page).toHaveURL(/type=lunch$/);
    await expect(lunch).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Filter meals' })
      .getByRole('link', { name: 'Dinner' })
      .click();
    await expect(page).toHaveURL(/type=dinner$/);
    await expect(lunch).toBeHidden();
  },
);

test(
  'every meal shows its allergens and energy, and a tap in its middle opens its page',
  { tag: '@release' },
  async ({ page }) => {
    await page.goto('/menu');
    const cards = mealCards(page);
    for (const card of await cards.all()) {
      await expect(card).toContainText(/Contains: |No declared allergens|Allergens: ask us/);
      await expect(card).toContainText(/\d Cal/);
      await expect(card).toContainText(/\d kJ/);
    }
    await cards.first().tap();
    await expect(page).toHaveURL(/\/menu\/[a-z-]+$/);
    await expect(page.getByRole('heading', { name: 'Ingredients and allergens' })).toBeVisible();
  },
);

test(
  'of twelve questions one is open at a time, and each has its own URL',
  { tag: '@release' },
  async ({ page }) => {
    await page.goto('/faq');
    const questions = page.locator('details');
    await expect(questions).toHaveCount(12);
    await questions.nth(0).locator('summary').click();
    await questions.nth(3).locator('summary').click();
    await expect(page.locator('details[open]')).toHaveCount(1);
    const link = questions.nth(3).getByRole('link', { name: /^Link to this answer/ });
    const address = (await link.getAttribute('href')) ?? '';
    await page.goto(`/faq${address}`);
    await expect(questions.nth(3)).toHaveAttribute('open');
    await expect(page.locator('details[open]')).toHaveCount(1);
  },
);

test(
  'anyone who scrolls before the page has come to life stays where they read, on a second page too',
  { tag: '@release' },
  async ({ page }) => {
    for (const path of ['/faq', '/menu']) {
      const data = Promise.withResolvers<void>();
      await page.route('**/site-data/*', async (route) => {
        await data.promise;
        await route.continue();
      });
      await page.goto(path);
      await page.evaluate(() => scrollTo(0, 700));
      data.resolve();
      // The page's own buttons work only now.
      await expect(async () => {
        await page.getByRole('button', { name: 'Menu' }).dispatchEvent('click');
        await expect(page.getByRole('navigation', { name: 'Site' })).toBeVisible({ timeout: 500 });
      }).toPass();
      expect(await page.evaluate(() => scrollY)).toBe(700);
      await page.unroute('**/site-data/*');
    }
  },
);

test(
  'the menu on a phone opens, navigates, closes by Escape, and marks the current page',
  { tag: '@release' },
  async ({ page }) => {
    await page.goto('/');
    const opener = page.getByRole('button', { name: 'Menu' });
    const menu = page.getByRole('navigation', { name: 'Site' });
    await expect(menu).toBeHidden();
    await opener.click();
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await opener.click();
    await menu.getByRole('link', { name: 'FAQ' }).click();
    await expect(page).toHaveURL(/\/faq$/);
    await expect(menu).toBeHidden();
    await opener.click();
    await expect(menu.getByRole('link', { name: 'FAQ' })).toHaveAttribute('aria-current', 'page');
  },
);

test.describe('the suburb check', () => {
  for (const asked of ['Cleveland', 'mt cotton', '4157']) {
    test(
      `${asked} is served: it says so, then on to the order`,
      { tag: '@release' },
      async ({ page }) => {
        await page.goto('/');
        // Without scripts it leads on at once.
        await page.waitForLoadState('networkidle');
        const field = page.getByLabel('Do we deliver to you?');
        await field.fill(asked);
        await field.press('Enter');
        await expect(page.getByText('Yes, we deliver to ', { exact: false })).toBeVisible();
        await page.getByRole('link', { name: 'Start your order' }).click();
        await expect(page).toHaveURL(/\/order$/);
        await expectStep(page, 'Number of People');
      },
    );
  }

  test('a misspelled suburb is recognised', { tag: '@release' }, async ({ page }) => {
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    const field = page.getByLabel('Do we deliver to you?');
    await field.fill('cleaveland');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Yes, Cleveland' }).click();
    await expect(page.getByText('Yes, we deliver to Cleveland.')).toBeVisible();
  });

  test(
    'Ipswich is not served: on to the waitlist, filled in',
    { tag: '@release' },
    async ({ page }) => {
      await page.goto('/faq');
      const field = page.getByLabel('Do we deliver to your suburb?');
      await field.fill('Ipswich');
      await field.press('Enter');
      await expect(page).toHaveURL(/\/waitlist\?suburb=Ipswich$/);
      await expect(
        page.getByText('We don’t deliver to Ipswich yet.', { exact: false }),
      ).toBeVisible();
      await expect(suburbField(page)).toHaveValue('Ipswich');
    },
  );
});

test(
  'the site can be installed on the home screen',
  { tag: '@release' },
  async ({ page, request }) => {
    await page.goto('/');
    const manifest = page.locator('link[rel=manifest]');
    await expect(manifest).toHaveAttribute('href', '/manifest.webmanifest');
    const { icons } = await (await request.get('/manifest.webmanifest')).json();
    expect(icons.length).toBeGreaterThan(0);
    for (const { src } of icons) expect((await request.get(src)).status(), src).toBe(200);
  },
);

test(
  'names in any script and endless words stay inside a narrow page',
  { tag: '@release' },
  async ({ page, app }) => {
    const [first, second, third] = await app.db.select().from(meals).orderBy(meals.id).limit(3);
    const names = [
      [first, 'Bún bò Huế với rau thơm và ớt sa tế cay nồng của bếp'],
      [second, '宮保雞丁配茉莉香米飯與時令蔬菜'.repeat(5)],
      [third, 'Donaudampfschifffahrtsgesellschaftskapitänsabendessenseintopf'],
    ] as const;
    for (const [meal, name] of names) {
      await app.db
        .update(meals)
        .set({ name })
        .where(eq(meals.id, meal?.id ?? 0));
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(async () => {
      await page.goto('/menu');
      await expect(page.getByRole('heading', { name: names[2][1] })).toBeVisible({
        timeout: 5_000,
      });
    }).toPass();
    for (const path of ['/menu', '/', '/landing']) {
      await page.goto(path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(320);
    }
    for (const [meal] of names) {
      if (meal) await app.db.update(meals).set({ name: meal.name }).where(eq(meals.id, meal.id));
    }
  },
);

test('a printed menu has all its plates', { tag: '@release' }, async ({ page }) => {
  await page.goto('/menu');
  await page.pdf();
  await expectPlates(page);
});

test.describe('before any script', () => {
  test.use({ javaScriptEnabled: false });

  test('pages are readable, questions and the menu open, and the suburb check answers', async ({
    page,
  }) => {
    await page.goto('/menu?type=lunch');
    await expect(mealCards(page).first()).toBeVisible();
    await expectPlates(page);
    await page.goto('/faq');
    await page.locator('summary').first().click();
    await expect(page.locator('details[open] p').first()).toBeVisible();
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('navigation', { name: 'Site' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByLabel('Do we deliver to your suburb?').fill('Ipswich');
    await page.getByLabel('Do we deliver to your suburb?').press('Enter');
    await expect(page).toHaveURL(/\/waitlist\?suburb=Ipswich$/);
  });

  test(
    'a page whose scripts never arrive says so after a while',
    { tag: '@release' },
    async ({ page }) => {
      await page.goto('/order');
      const notice = page.getByText('This page is taking a while');
      await expect(notice).toBeHidden();
      await page.evaluate(() => {
        const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity;
        for (const animation of document.getAnimations().filter(ends)) animation.finish();
      });
      await expect(notice).toBeVisible();
    },
  );
});

test.describe('without a connection', () => {
  test.use({ goesOffline: true });

  test('a menu opened before can be read again', { tag: '@release' }, async ({ page, context }) => {
    await page.goto('/menu');
    const count = await mealCards(page).count();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await context.setOffline(true);
    await page.reload();
    await expect(mealCards(page)).toHaveCount(count);
    await expect(page.getByRole('heading', { level: 1, name: 'Menu' })).toBeVisible();
    await mealCards(page).last().scrollIntoViewIfNeeded();
    await expectDrawn(platesIn(mealCards(page).last()));
  });
});
