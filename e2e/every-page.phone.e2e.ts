import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './app-fixture.ts';
import { walkTheSite } from './site-walk.ts';

// A visit to a page that does not exist belongs to the walk.
test.use({ expectedStatuses: [404] });

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test('every page can be used by everybody, as far as axe can tell', async ({ page }) => {
      const found: string[] = [];
      await walkTheSite(page, async (where) => {
        const { violations } = await new AxeBuilder({ page }).analyze();
        found.push(...violations.map((violation) => `${where}: ${describe(violation)}`));
      });
      expect(found).toEqual([]);
    });
  });
}

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('no page scrolls sideways', async ({ page }) => {
    const tooWide: string[] = [];
    await walkTheSite(page, async (where) => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 320) tooWide.push(`${where}: ${width} px`);
    });
    expect(tooWide).toEqual([]);
  });
});

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];

/** "color-contrast at .total, .price". */
function describe({ id, nodes }: Violation): string {
  return `${id} at ${nodes.map(({ target }) => String(target)).join(', ')}`;
}
