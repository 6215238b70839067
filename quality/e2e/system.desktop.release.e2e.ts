/** The portal's System page: the app's condition, a backup on demand, and the export. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';

const OWNER = { email: 'owner@redlandstable.example', password: 'mangoes and mangroves' };

// One after the other, in one app.
test.describe.configure({ mode: 'default' });
test.use({
  owner: OWNER,
  expectedStatuses: [401, 500],
});

async function openSystem(page: Page): Promise<void> {
  await page.goto('/api/login');
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'System' }).click();
  await expect(page.getByRole('heading', { name: 'System' })).toBeVisible();
}

test('an alarm stands on Today, and clears when it is done; everything can be exported', async ({
  page,
}) => {
  await openSystem(page);
  await page.goto('/');
  const alarms = page.getByRole('list', { name: 'The shop' });
  await expect(alarms.getByText('There is no recent backup')).toBeVisible();
  await page.goto('/admin?tab=system');
  await expect(page.getByText(/^PostgreSQL \d/)).toBeVisible();
  const dueWork = page.getByRole('table', { name: 'Due work' });
  for (const kind of ['Emails', 'Card provider events', 'Refunds', 'Checkouts to end']) {
    await expect(dueWork.getByText(kind, { exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByText('Backup Made', { exact: true })).toBeVisible();
  await expect(page.getByText(/Last made .*mealrun-.*\.zip/)).toBeVisible();

  await page.getByRole('button', { name: 'Run all checks' }).click();
  await expect(page.getByText('no paid orders to compare').first()).toBeVisible({
    timeout: 20_000,
  });

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export everything' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^mealrun-export-\d{4}-\d\d-\d\d\.zip$/);
  const file = await download.path();
  expect(existsSync(file)).toBe(true);
  expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Needs a hand' })).toBeVisible();
  await expect(page.getByText('There is no recent backup')).toBeHidden();
});

test('it is accessible, on a desktop and on a phone', async ({ page }) => {
  await openSystem(page);
  await expect(page.getByRole('table', { name: 'Due work' })).toBeVisible();
  expect(await listPageViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 720 });
  expect(await listPageViolations(page)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});

test('when it cannot be loaded it says so, and can be tried again', async ({ page }) => {
  let isBroken = true;
  await page.route('**/api/admin/system', (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { message: 'Not today', code: 'internal' } })
      : route.continue(),
  );
  await openSystem(page);
  await expect(page.getByText('We couldn’t load the system status')).toBeVisible({
    timeout: 20_000,
  });
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/^PostgreSQL \d/)).toBeVisible();
});
