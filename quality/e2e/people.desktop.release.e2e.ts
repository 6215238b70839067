/** Customers and the audit trail, as staff see them. */
import { readFile } from 'node:fs/promises';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const OWNER = { email: 'people-owner@redlandstable.example', password: 'mangoes and mangroves' };

test.use({
  owner: OWNER,
  expectedStatuses: [401],
});

test('staff find a customer as they type and open their page; an owner filters the audit trail and downloads it', async ({
  page,
  request,
}) => {
  const { orderNumber } = await householdOrders(request, { firstName: 'Quokkabeth' });
  await signInAsStaff(page, OWNER);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
  await page.getByRole('searchbox').fill('quokka');
  await page.getByRole('link', { name: /^Quokkabeth/ }).click();
  await expect(page.getByRole('heading', { name: /^Quokkabeth/ })).toBeVisible();
  await expect(page.getByRole('link', { name: orderNumber })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erase customer' })).toBeVisible();
  expect(await listPageViolations(page)).toEqual([]);

  await page.goto('/admin?tab=audit');
  await page.getByLabel('What').selectOption({ label: 'Signed in' });
  await expect(page.getByRole('listitem').filter({ hasText: 'Signed in' }).first()).toBeVisible();
  expect(await listPageViolations(page)).toEqual([]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain(`${OWNER.email},Staff,${OWNER.email},Signed in`);
  expect(text).not.toContain('Account created');
  await page.getByLabel('What').selectOption({ label: 'Everything exported' });
  await expect(page.getByText('No changes match these filters')).toBeVisible();
  await page.goto('about:blank');
});
