import type { Page } from '@playwright/test';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { walkTheSite } from './site-walk.ts';

// The 404 page is part of the walk.
test.use({ expectedStatuses: [404] });

const NARROWEST_PX = 320;
/** A phone of 390 px whose text is twice as large. */
const LARGE_TEXT_PX = 195;
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

function listTooWide(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')]
      .filter((one) => one.scrollWidth > one.clientWidth)
      .map(({ scrollWidth }) => scrollWidth),
  );
}

test('on the narrowest phone and with large text no page scrolls sideways, whatever people are called', async ({
  page,
}) => {
  const narrow = (width: number) => page.setViewportSize({ width, height: 640 });
  await narrow(NARROWEST_PX);
  const tooWide: string[] = [];
  const longest = ['M', 'i', 'a', 'W', '_', '8'].map((character) => character.repeat(LONGEST_NAME));
  await walkTheSite(
    page,
    async (where) => {
      for (const width of [NARROWEST_PX, LARGE_TEXT_PX]) {
        await narrow(width);
        tooWide.push(
          ...(await listTooWide(page)).map((wide) => `${where} at ${width}: ${wide} px`),
        );
      }
      await narrow(NARROWEST_PX);
    },
    longest,
  );
  expect(tooWide).toEqual([]);
});
