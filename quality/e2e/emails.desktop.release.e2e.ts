/** Emails, as staff see them. */
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';

const OWNER = { email: 'owner@redlandstable.example', password: 'mangoes and mangroves' };

test.use({
  owner: OWNER,
  expectedStatuses: [401],
});

test('staff see the email of an order, as a page and as text, without it running or loading anything', async ({
  page,
  request,
}) => {
  const name = '<img src=x onerror=alert(1)>';
  const { orderNumber } = await householdOrders(request, { firstName: name });
  await request.post('/api/waitlist', { data: { email: 'lan@example.com', suburb: 'Capalaba' } });
  await page.goto('/api/login');
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Messages' }).click();
  const about = page.getByRole('row').filter({ hasText: orderNumber });
  await expect(about).toContainText('Order confirmation');
  await expect(async () => {
    await page.reload();
    await expect(about).toContainText('Saved, not sent', { timeout: 5_000 });
  }).toPass();
  await expect(page.getByText('No mail server is set')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Waitlist welcome' })).toBeVisible();
  expect(await listPageViolations(page)).toEqual([]);

  await about.getByRole('button', { name: /^Show/ }).click();
  const dialog = page.getByRole('dialog', { name: `Order ${orderNumber} is confirmed` });
  const email = dialog.frameLocator('iframe');
  await expect(email.getByRole('heading', { name: `Thank you, ${name}!` })).toBeVisible();
  await expect(email.getByText(/^Contains: /).first()).toBeVisible();
  await expect(email.getByRole('link', { name: 'Track your order' })).toHaveCSS(
    'background-color',
    'rgb(29, 91, 70)',
  );
  await dialog.getByRole('radio', { name: 'As plain text' }).check();
  await expect(dialog.locator('pre')).toContainText(`Thank you, ${name}!`);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});
