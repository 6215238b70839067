/** What staff know of a person: notes, and two addresses that turn out to be one person. */
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { signInAsStaff } from './staff-sign-in.ts';

// It counts customers, so its account, and with it its server, is its own.
const OWNER = { email: 'customers@redlandstable.example', password: 'mangoes and mangroves' };

test.use({
  owner: OWNER,
  expectedStatuses: [400, 401],
});

test('an owner notes something about a person, merges two addresses, and finds them as one', async ({
  page,
  request,
}) => {
  await householdOrders(request, { email: 'robin@work.example', firstName: 'Robin' });
  await householdOrders(request, { email: 'robin@home.example', firstName: 'Robin' });
  await signInAsStaff(page, OWNER);
  await page.goto('/admin?tab=customers&q=robin%40home');
  await page.getByRole('link', { name: /^Robin/ }).click();
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Please enter a note')).toBeVisible();
  await page.getByLabel('New note').fill('Prefers a call after 5pm');
  await page.getByRole('button', { name: 'Add note' }).click();
  const notes = page.getByRole('region', { name: 'Notes' });
  await expect(notes.getByRole('listitem')).toContainText(`Prefers a call after 5pm${OWNER.email}`);
  expect(await listPageViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Merge with another customer' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Email of the other customer')).toHaveValue('robin@work.example');
  await dialog.getByLabel('Email of the other customer').fill('nobody@work.example');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('No customer has ordered with this email address')).toBeVisible();
  await dialog.getByLabel('Email of the other customer').fill('robin@work.example');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('region', { name: 'This customer joins it' })).toContainText(
    'robin@work.example',
  );
  expect(await listPageViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Merge for good' }).click();
  await expect(page.getByText('Customers Merged', { exact: true })).toBeVisible();
  const orders = page.getByRole('region', { name: 'Their orders' });
  await expect(orders.getByRole('row')).toHaveCount(3);

  await page.goto('/admin?tab=customers&q=robin');
  await expect(page.getByRole('link', { name: /^Robin/ })).toHaveCount(1);
  await page.goto('about:blank');
});
