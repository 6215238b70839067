import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { isReadingPage } from '#areas/business/web/define-page.ts';
import { pages } from '#app/web/pages.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { expect, test } from './app-fixture.ts';
import { expectStep } from './order-journey.ts';
import { addressesToRead, exampleOf } from './site-walk.ts';

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

// The page for addresses that are none is one of them.
test.use({ expectedStatuses: [404] });

/** What a page to read may send before someone uses it: HTML, styles and scripts, compressed. */
const READING_KILOBYTES = { total: 25, script: 6 };

for (const { path: address } of pages.filter(isReadingPage)) {
  const opened = address === '*' ? '/nowhere' : exampleOf(address);
  test(`${opened} sends at most ${READING_KILOBYTES.total} kB before a touch`, async ({ page }) => {
    const scripts = countScripts(page);
    const sent: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (/^(document|stylesheet|script)$/.test(request.resourceType()))
        sent.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(opened);
    await page.waitForLoadState('networkidle');
    const kilobytes = (await Promise.all(sent)).reduce((sum, size) => sum + size, 0) / 1000;
    expect(kilobytes).toBeGreaterThan(10);
    expect(kilobytes).toBeLessThanOrEqual(READING_KILOBYTES.total);
    const names = [...scripts.files].join(', ');
    expect(scripts.kilobytes(), names).toBeLessThanOrEqual(READING_KILOBYTES.script);
  });
}

test('the stylesheet of pages to read has every class that they use', async ({ page }) => {
  const [reading = '', whole = ''] = ['reading-', 'stylesheet-'].map((name) => {
    const file = readdirSync(ASSETS).find((one) => one.startsWith(name) && one.endsWith('.css'));
    return readFileSync(path.join(ASSETS, file ?? ''), 'utf8');
  });
  for (const { path: address } of pages.filter(isReadingPage)) {
    await page.goto(address === '*' ? '/nowhere' : exampleOf(address));
    const selectors = await page.evaluate(() =>
      [
        ...new Set([...document.querySelectorAll('[class]')].flatMap((one) => [...one.classList])),
      ].map((name) => `.${CSS.escape(name)}`),
    );
    const known = selectors.filter((selector) => whole.includes(`${selector}{`));
    expect(known.length, address).toBeGreaterThan(20);
    expect(
      known.filter((selector) => !reading.includes(`${selector}{`)),
      address,
    ).toEqual([]);
  }
});

const pagesWithBudget = pages.flatMap(({ path: address, maxScriptKilobytes: budget }) =>
  budget === undefined ? [] : [{ address, budget }],
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
  for (const address of [...addressesToRead, paths.order(), '/checkout']) {
    await page.goto(address);
    // Alive, as after a use.
    const part = page.locator('input').first();
    if (await part.count()) await part.focus();
    await page.waitForLoadState('networkidle');
  }
  const portal = readdirSync(ASSETS).filter((file) =>
    /^(admin|portal|delivery-slots-(screen|queries)|drive|pack-)/.test(file),
  );
  expect(portal.length, 'portal chunks exist').toBeGreaterThan(0);
  expect(
    [...scripts.files].filter((file) =>
      /^(admin|portal|delivery-slots-(screen|queries)|drive|pack-)/.test(file),
    ),
  ).toEqual([]);
});
