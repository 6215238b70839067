/** A page translator of the browser, on since before the page's own scripts, as people have it who leave it on. */
import type { Page } from '@playwright/test';
import { portalPages } from '#app/web/portal/portal-pages.ts';
import { translatePage } from '#platform/web/testing/translate-page.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { addressesToRead } from './site-walk.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const OWNER = { email: 'words@redlandstable.example', password: 'mangoes and mangroves' };
// The 404 page is read too.
test.use({ owner: OWNER, expectedStatuses: [401, 404] });

async function translateFromTheStart(page: Page): Promise<void> {
  await page.addInitScript(`addEventListener('DOMContentLoaded', ${translatePage.toString()})`);
}

test('every page to read comes to life in another language', async ({ page }) => {
  test.slow();
  await translateFromTheStart(page);
  for (const address of [...addressesToRead, '/this-device', '/sign-in']) {
    await page.goto(address);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading, address).toContainText('«');
    const words = await heading.textContent();
    for (const field of await page.getByRole('textbox').all()) await field.fill('4.20 Redland Bay');
    await page.waitForLoadState('networkidle');
    await expect(heading, address).toHaveText(words ?? '');
    await expect(page.getByRole('main'), address).not.toContainText('couldn’t load');
  }
});

test('every page of the portal works in another language', async ({
  page,
  request,
  expectedMessages,
}) => {
  test.slow();
  // The preview of a message lets no script in, the translator's included.
  expectedMessages.push('Blocked script execution in');
  await householdOrders(request);
  await signInAsStaff(page, OWNER);
  await translateFromTheStart(page);
  const parts = portalPages.flatMap((one) => one.parts.map(({ at }) => at));
  for (const address of [...parts.filter((at) => at !== '/drive'), '/admin?tab=orders&order=1']) {
    await page.goto(address);
    await expect(page.getByRole('main'), address).toContainText('«');
    await page.waitForLoadState('networkidle');
    for (const fold of await page.getByRole('main').locator('summary:visible').all())
      await fold.click();
    await expect(page.getByRole('main'), address).not.toContainText('couldn’t load');
  }
});
