import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './app-fixture.ts';
import { expectStep } from './order-journey.ts';

const ASSETS = path.join(import.meta.dirname, '..', '..', 'dist', 'browser', 'assets');
const BUDGETS = {
  // Pages to read.
  '/': 100,
  '/menu': 100,
  '/how-it-works': 100,
  '/faq': 100,
  '/about': 100,
  '/privacy': 100,
  '/terms': 100,
  // Pages with a form, its messages and its call.
  '/landing': 120,
  '/waitlist': 120,
  '/calorie-calculator': 130,
};
const ORDER_BUDGET = 150;

/** Collects the scripts that a page requests, at their size for browsers that accept brotli. */
function countScripts(page: Page) {
  const files = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/[^/]+\.js$/.test(pathname)) files.add(path.basename(pathname));
  });
  return {
    files,
    kilobytes: () =>
      [...files].reduce((sum, file) => sum + statSync(path.join(ASSETS, `${file}.br`)).size, 0) /
      1000,
  };
}

for (const [address, budget] of Object.entries(BUDGETS)) {
  test(`${address} sends at most ${budget} kB of script`, async ({ page }) => {
    const scripts = countScripts(page);
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    expect(scripts.files.size).toBeGreaterThan(0);
    expect(scripts.kilobytes(), [...scripts.files].join(', ')).toBeLessThanOrEqual(budget);
  });
}

test('/order sends at most 150 kB of script', async ({ page }) => {
  const scripts = countScripts(page);
  await page.goto('/order');
  await expectStep(page, 'Number of People');
  await page.waitForLoadState('networkidle');
  expect(scripts.kilobytes(), [...scripts.files].join(', ')).toBeLessThanOrEqual(ORDER_BUDGET);
});

test('no public page sends any part of the portal', async ({ page }) => {
  const scripts = countScripts(page);
  for (const address of [...Object.keys(BUDGETS), '/order', '/checkout', '/unsubscribe']) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
  }
  const portal = readdirSync(ASSETS).filter((file) => /^(admin|portal|delivery-slots)/.test(file));
  expect(portal.length, 'portal chunks exist').toBeGreaterThan(0);
  expect([...scripts.files].filter((file) => /^(admin|portal|delivery-slots)/.test(file))).toEqual(
    [],
  );
});
