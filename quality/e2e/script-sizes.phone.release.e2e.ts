import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { pages } from '#app/web/pages.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { expect, test } from './app-fixture.ts';
import { expectStep } from './order-journey.ts';
import { exampleOf } from './site-walk.ts';

const ASSETS = path.join(import.meta.dirname, '..', '..', 'dist', 'browser', 'assets');
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

const pagesWithBudget = pages.flatMap(({ path: address, maxScriptKilobytes: budget }) =>
  budget === undefined ? [] : [{ address: exampleOf(address), budget }],
);

for (const { address, budget } of pagesWithBudget) {
  test(`${address} sends at most ${budget} kB of script`, async ({ page }) => {
    const scripts = countScripts(page);
    await page.goto(address);
    if (address === paths.order()) await expectStep(page, 'Number of People');
    // The start script waits for the paint; the framework alone is larger than this.
    await expect.poll(scripts.kilobytes).toBeGreaterThan(50);
    await page.waitForLoadState('networkidle');
    expect(scripts.kilobytes(), [...scripts.files].join(', ')).toBeLessThanOrEqual(budget);
  });
}

test('no public page sends any part of the portal', async ({ page }) => {
  const scripts = countScripts(page);
  const addresses = pagesWithBudget.map(({ address }) => address);
  for (const address of [...addresses, '/checkout', '/unsubscribe']) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
  }
  const portal = readdirSync(ASSETS).filter((file) =>
    /^(admin|portal|delivery-slots|drive)/.test(file),
  );
  expect(portal.length, 'portal chunks exist').toBeGreaterThan(0);
  expect(
    [...scripts.files].filter((file) => /^(admin|portal|delivery-slots|drive)/.test(file)),
  ).toEqual([]);
});
