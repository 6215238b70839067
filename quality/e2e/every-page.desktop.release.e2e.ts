import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { walkTheSite } from './site-walk.ts';

// The 404 page is part of the walk.
test.use({ expectedStatuses: [404] });

test('on a wide screen every page is accessible, in light and dark colours', async ({ page }) => {
  // Axe looks at some thirty states of pages.
  test.slow();
  const found: string[] = [];
  await walkTheSite(page, async (where) => {
    found.push(...(await listPageViolations(page)).map((violation) => `${where}: ${violation}`));
  });
  expect(found).toEqual([]);
});
