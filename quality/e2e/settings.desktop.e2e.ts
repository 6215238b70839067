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
    await page.getByRole('link', { name: 'Settings' }).click();
    const name = page.getByLabel('Name', { exact: true });
    await expect(name).toHaveValue('Redlands Table');
    expect(await listPageViolations(page)).toEqual([]);

    const dialog = page.getByRole('dialog', { name: 'Save these settings?' });
    const openPart = (part: string) =>
      page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: part }).click();
    async function save(...changes: string[]) {
      await page.getByRole('button', { name: 'Preview and save' }).click();
      for (const change of changes) await expect(dialog).toContainText(change);
      await dialog.getByRole('button', { name: 'Save settings' }).click();
      await expect(dialog).toBeHidden();
    }
    await name.fill('Bruny Kitchen');
    await save('Redlands Table → Bruny Kitchen');
    await expect(page.getByText('Version 2, in force')).toBeVisible();

    await openPart('Prices');
    await page.getByLabel('Daily delivery, each date ($)').fill('3.50');
    await save('$2.99 → $3.50');

    await openPart('Site');
    await page.getByLabel('Suburbs (12)').fill('Hobart 7000\nSandy Bay, TAS, 7005\nHobart 7001');
    await page.getByLabel('Time zone').selectOption('Australia/Hobart');
    await expect(page.getByText('1 mistake to fix')).toBeVisible();
    await page.getByRole('button', { name: 'Show the first mistake' }).click();
    await expect(page.getByLabel('Suburbs (3)')).toBeFocused();
    await page.getByLabel('Suburbs (3)').fill('Hobart 7000\nSandy Bay, TAS, 7005');
    await save('New orders can go to Hobart, Sandy Bay.');

    await openPart('Days and windows');
    await page.getByLabel('Cut-off day').selectOption('Thursday');
    await page.getByLabel('Cut-off time').fill('12:00');
    await openPart('Site');
    await expect(page.getByText('Leave without saving?')).toBeVisible();
    await page.getByRole('button', { name: 'Stay' }).click();
    await save('Sunday 5pm → Thursday midday');

    const visitor = await context.newPage();
    await visitor.goto('/?view=public');
    await expect(visitor.getByRole('banner')).toContainText('Bruny Kitchen');
    await visitor.goto('/faq');
    await expect(visitor.locator('body')).toContainText('$3.50');
    await visitor.goto('/suburb?suburb=Sandy+Bay');
    await expect(visitor).toHaveURL(/\/order/);

    await openPart('Your kitchen');
    await page.getByRole('button', { name: 'Go back to version 1' }).click();
    await expect(name).toHaveValue('Redlands Table');
    await save('Bruny Kitchen → Redlands Table', 'Thursday midday → Sunday 5pm');
    await expect(page.getByText('Version 6, in force')).toBeVisible();

    await visitor.goto('/?view=public');
    await expect(visitor.getByRole('banner')).toContainText('Redlands Table');
    await visitor.goto('about:blank');
    await page.goto('about:blank');
  },
);
