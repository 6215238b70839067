import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { walkTheSite } from './site-walk.ts';

// The 404 page is part of the walk.
test.use({ expectedStatuses: [404] });

const NARROWEST_PX = 320;
/** Characters of a name without a gap, which no line can break at. */
const LONGEST_NAME = 40;

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

test('on the narrowest phone no page scrolls sideways, whatever people are called', async ({
  page,
}) => {
  await page.setViewportSize({ width: NARROWEST_PX, height: 640 });
  const tooWide: string[] = [];
  const longest = ['M', 'i', 'a', 'W', '_', '8'].map((character) => character.repeat(LONGEST_NAME));
  await walkTheSite(
    page,
    async (where) => {
      const wide = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('dialog[open]')]
          .filter((one) => one.scrollWidth > one.clientWidth)
          .map(({ scrollWidth }) => scrollWidth),
      );
      tooWide.push(...wide.map((width) => `${where}: ${width} px`));
    },
    longest,
  );
  expect(tooWide).toEqual([]);
});
