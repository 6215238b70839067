/** An owner delivers on Saturday mornings too and closes a holiday: the next customer can choose the one and not the other. */
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { continueTo, nameThePeople, pickMeal } from './order-journey.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const OWNER = { email: 'windows@redlandstable.example', password: 'mangoes and mangroves' };
const SATURDAY = '2026-01-24';

test.use({
  // The open week goes from Tuesday 20 to Monday 26 January, which is Australia Day.
  now: '2026-01-14T02:00:00Z',
  owner: OWNER,
  expectedStatuses: [401],
});

test('an owner adds a window and closes a holiday, and a customer orders accordingly', async ({
  page,
  context,
}) => {
  await signInAsStaff(page, OWNER);
  await page.goto('/admin?tab=settings&section=When');
  await expect(page.getByLabel('Window 1 from')).toHaveValue('11:00');
  await expect(page.getByRole('group', { name: 'Public holidays' })).toBeVisible();
  expect(await listPageViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add a window' }).click();
  await page.getByLabel('Window 3 from').fill('10:30');
  await page.getByLabel('Window 3 to').fill('12:00');
  const days = page.getByRole('group', { name: 'Days of window 3' });
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'])
    await days.getByRole('checkbox', { name: day }).uncheck();
  await days.getByRole('checkbox', { name: 'Sat' }).check();
  await expect(page.getByText('Please choose times that do not overlap')).toBeVisible();
  await page.getByLabel('Window 3 from').fill('08:00');
  await page.getByLabel('Window 3 to').fill('10:00');
  await page.getByLabel('Name of window 3 (optional)').fill('Breakfast');
  await page.getByRole('button', { name: 'Preview and save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save these settings?' });
  await expect(dialog).toContainText('New orders can choose 8am-10am (Sat).');
  await dialog.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings Saved', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Close Mon 26 Jan 2026: Australia Day' }).click();
  const closing = page.getByRole('dialog', { name: 'Close' });
  await closing
    .getByRole('button', { name: /^Close/ })
    .last()
    .click();
  await expect(
    page.getByText('Mon 26 Jan 2026: Australia Day', { exact: true }).first(),
  ).toBeVisible();

  const customer = await context.newPage();
  await customer.goto('/order');
  await nameThePeople(customer, ['Mia']);
  await continueTo(customer, 'Meal Selection');
  await pickMeal(customer, { person: 'Mia', mealType: 'lunch', date: SATURDAY });
  const deliveryDays = customer.getByRole('group', { name: 'Delivery day' });
  await expect(deliveryDays.getByRole('radio', { name: /26/ })).toHaveCount(0);
  await deliveryDays.getByRole('radio', { name: /23/ }).check();
  await expect(customer.getByRole('radio', { name: /Breakfast/ })).toHaveCount(0);
  await deliveryDays.getByRole('radio', { name: /24/ }).check();
  await customer.getByRole('radio', { name: 'Breakfast, 8am-10am' }).check();
  await continueTo(customer, 'Customer Info');

  await page.goto('/delivery-slots?week=2026-01-26');
  await expect(page.getByText('Closed: Australia Day')).toBeVisible();
  await customer.goto('about:blank');
  await page.goto('about:blank');
});
