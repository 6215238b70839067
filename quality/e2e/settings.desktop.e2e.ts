/** An owner makes the kitchen theirs: what changes is seen first, then on the public pages, and can be taken back. */
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const OWNER = { email: 'settings@redlandstable.example', password: 'mangoes and mangroves' };

test.use({
  owner: OWNER,
  expectedStatuses: [401],
});

test(
  'an owner changes name, fee, suburbs and cut-off, and goes back to how it was',
  { tag: '@release' },
  async ({ page, context }) => {
    await signInAsStaff(page, OWNER);
    await page.goto('/admin');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    const name = page.getByLabel('Name', { exact: true });
    await expect(name).toHaveValue('Redlands Table');
    expect(await listPageViolations(page)).toEqual([]);

    await name.fill('Bruny Kitchen');
    await page.getByLabel('Daily delivery, each date ($)').fill('-3');
    await page.getByLabel('Suburbs (12)').fill('Hobart 7000\nSandy Bay, TAS, 7005\nHobart 7001');
    await page.getByLabel('Time zone').selectOption('Australia/Hobart');
    await page.getByLabel('Cut-off day').selectOption('Thursday');
    await page.getByLabel('Cut-off time').fill('12:00');
    await expect(page.getByText('2 mistakes to fix')).toBeVisible();
    await page.getByRole('button', { name: 'Show the first mistake' }).click();
    await expect(page.getByLabel('Suburbs (3)')).toBeFocused();
    await page.getByLabel('Suburbs (3)').fill('Hobart 7000\nSandy Bay, TAS, 7005');
    await page.getByLabel('Daily delivery, each date ($)').fill('3.50');

    await page.getByRole('button', { name: 'Preview and save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save these settings?' });
    await expect(dialog).toContainText('Redlands Table → Bruny Kitchen');
    await expect(dialog).toContainText('$2.99 → $3.50');
    await expect(dialog).toContainText('Sunday 5pm → Thursday midday');
    await expect(dialog).toContainText('New orders can go to Hobart, Sandy Bay.');
    await dialog.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByText('Settings Saved', { exact: true })).toBeVisible();
    await expect(page.getByText('Version 2, in force')).toBeVisible();

    const visitor = await context.newPage();
    await visitor.goto('/');
    await expect(visitor.getByRole('banner')).toContainText('Bruny Kitchen');
    await visitor.goto('/faq');
    await expect(visitor.locator('body')).toContainText('$3.50');
    await visitor.goto('/suburb?suburb=Sandy+Bay');
    await expect(visitor).toHaveURL(/\/order/);

    await page.getByRole('button', { name: 'Go back to version 1' }).click();
    await expect(name).toHaveValue('Redlands Table');
    await page.getByRole('button', { name: 'Preview and save' }).click();
    await expect(dialog).toContainText('Bruny Kitchen → Redlands Table');
    await dialog.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByText('Version 3, in force')).toBeVisible();
    await visitor.goto('/');
    await expect(visitor.getByRole('banner')).toContainText('Redlands Table');
    await visitor.goto('about:blank');
    await page.goto('about:blank');
  },
);
