import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import type { SentRecipient } from '#areas/business/rules/recipient.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { isReadingPage } from '#areas/business/web/define-page.ts';
import { pages } from '#app/web/pages.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { expectStep } from './order-journey.ts';
import { addressesToRead, exampleOf, READING_KILOBYTES } from './site-walk.ts';

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

const ROSE: SentRecipient = {
  firstName: 'Rose',
  lastName: 'Kaur',
  phone: '0498 765 432',
  isGift: true,
  message: 'Get well soon',
  news: 'both',
};

type Opened = { path: string; ofOrder?: string };

/** Its address, with an order of next week where it shows one: from the first delivery on, there is news to ask for. */
async function addressOf(request: APIRequestContext, { path: pattern, ofOrder }: Opened) {
  if (!ofOrder) return pattern === '*' ? '/nowhere' : exampleOf(pattern);
  const { trackingToken } = await householdOrders(request, {}, { recipient: ROSE });
  if (ofOrder === 'payer') return paths.tracking(trackingToken);
  const tracked = await request.get(`/api/orders/track/${trackingToken}`);
  const { recipient } = (await tracked.json()) as TrackedOrderReply;
  return new URL(recipient?.link ?? '').pathname;
}

for (const read of pages.filter(isReadingPage)) {
  test(`${read.path} sends at most ${READING_KILOBYTES.total} kB before a touch`, async ({
    page,
    request,
  }) => {
    const scripts = countScripts(page);
    const sent: Promise<number>[] = [];
    page.on('requestfinished', (done) => {
      if (/^(document|stylesheet|script)$/.test(done.resourceType()))
        sent.push(done.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(await addressOf(request, read));
    await page.waitForLoadState('networkidle');
    const kilobytes = (await Promise.all(sent)).reduce((sum, size) => sum + size, 0) / 1000;
    expect(kilobytes).toBeGreaterThan(10);
    expect(kilobytes).toBeLessThanOrEqual(READING_KILOBYTES.total);
    const names = [...scripts.files].join(', ');
    expect(scripts.kilobytes(), names).toBeLessThanOrEqual(READING_KILOBYTES.script);
  });
}

const TO_USE: readonly Opened[] = [
  { path: paths.order() },
  { path: paths.calorieCalculator() },
  { path: '/checkout' },
];

for (const { style, addresses } of [
  { style: 'reading-', addresses: pages.filter(isReadingPage) },
  { style: 'customers-', addresses: TO_USE },
])
  test(`the stylesheet ${style} has every class that its pages use`, async ({ page, request }) => {
    const [own = '', whole = ''] = [style, 'stylesheet-'].map((name) => {
      const file = readdirSync(ASSETS).find((one) => one.startsWith(name) && one.endsWith('.css'));
      return readFileSync(path.join(ASSETS, file ?? ''), 'utf8');
    });
    for (const opened of addresses) {
      const address = await addressOf(request, opened);
      await page.goto(address);
      if (address === paths.order()) await expectStep(page, 'Number of People');
      const selectors = await page.evaluate(() =>
        [
          ...new Set(
            [...document.querySelectorAll('[class]')].flatMap((one) => [...one.classList]),
          ),
        ].map((name) => `.${CSS.escape(name)}`),
      );
      const known = selectors.filter((selector) => whole.includes(`${selector}{`));
      expect(known.length, address).toBeGreaterThan(20);
      expect(
        known.filter((selector) => !own.includes(`${selector}{`)),
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
