import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { walkTheSite } from './site-walk.ts';

// The 404 page is part of the walk.
test.use({ expectedStatuses: [404] });

const NARROWEST_PX = 320;

test(
  'on a phone every page is accessible, in light and dark colours',
  { tag: '@release' },
  async ({ page }) => {
    // Axe looks at some thirty states of pages.
    test.slow();
    const found: string[] = [];
    await walkTheSite(page, async (where) => {
      found.push(...(await listPageViolations(page)).map((violation) => `${where}: ${violation}`));
    });
    expect(found).toEqual([]);
  },
);

test('on the narrowest phone no page scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: NARROWEST_PX, height: 640 });
  const tooWide: string[] = [];
  await walkTheSite(page, async (where) => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > NARROWEST_PX) tooWide.push(`${where}: ${width} px`);
  });
  expect(tooWide).toEqual([]);
});
