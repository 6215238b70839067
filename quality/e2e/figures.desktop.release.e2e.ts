/** What an owner looks at on Monday: the figures of the week, as charts, tables and files. */
import { readFile } from 'node:fs/promises';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { signInAsStaff } from './staff-sign-in.ts';

// It counts every order, so its account, and with it its server, is its own.
const OWNER = { email: 'figures@redlandstable.example', password: 'mangoes and mangroves' };

test.use({
  owner: OWNER,
  expectedStatuses: [401],
});

test('an owner sees what was sold this week, and saves it for the accountant', async ({
  page,
  request,
}) => {
  const { orderNumber } = await householdOrders(request);
  await signInAsStaff(page, OWNER);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Money', exact: true }).click();
  await expect(page.getByText('Tue 6 Jan to Mon 12 Jan 2026, so far')).toBeVisible();
  const sales = page.getByRole('table', { name: 'Revenue and orders by day' });
  await expect(sales.getByRole('row').filter({ hasText: 'Wed 7 Jan' })).toContainText('(1 order)');
  const chart = page.getByRole('img', { name: 'Bar chart: revenue by day' });
  await expect(chart.locator('.recharts-bar-rectangle path').first()).toBeVisible();
  expect(await listPageViolations(page)).toEqual([]);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Receipts as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('documents-2026-01-06-to-2026-01-07.csv');
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toContain(`2026-01-07,${orderNumber}-1,Receipt,${orderNumber},`);

  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect(page.getByText('Tue 30 Dec to Mon 5 Jan 2026', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  // The charts are drawn again for the new width.
  await expect
    .poll(() =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    )
    .toBe(0);
  await page.goto('about:blank');
});
