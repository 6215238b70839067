/** What an owner gives other programs: a token that calls until it is revoked, and a webhook that hears of an order. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const OWNER = { email: 'programs@redlandstable.example', password: 'mangoes and mangroves' };

// One after the other, in one app.
test.describe.configure({ mode: 'default' });
test.use({
  owner: OWNER,
  expectedStatuses: [401],
});

test('a program works with a token until it is revoked', async ({ page, app }) => {
  await signInAsStaff(page, OWNER);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await expect(page.getByText('No API tokens yet')).toBeVisible();
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make token' }).click();
  await expect(dialog.getByText('Please enter a name')).toBeVisible();
  await expect(dialog.getByText('Please choose at least one right')).toBeVisible();
  await dialog.getByLabel('Name').fill('Weekly report');
  await dialog.getByRole('checkbox', { name: 'See orders and who they are for' }).check();
  expect(await listPageViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Make token' }).click();
  const token = await page.getByLabel('API token', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();

  const asProgram = (path: string) =>
    fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect((await asProgram('/api/admin/orders')).status).toBe(200);
  expect((await asProgram('/api/admin/payments')).status).toBe(403);

  await page.getByRole('button', { name: 'Revoke Weekly report' }).click();
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Weekly report' })).toContainText('Revoked');
  const refused = await asProgram('/api/admin/orders');
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="mealrun", error="invalid_token"',
  ]);
  await page.goto('about:blank');
});

test('an order that is paid arrives signed at another program', async ({ page, request }) => {
  const got: { headers: Record<string, string>; body: string }[] = [];
  const receiver = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
    incoming.on('end', () => {
      got.push({ headers: incoming.headers as Record<string, string>, body });
      response.writeHead(200).end('thanks');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/orders`;

  await signInAsStaff(page, OWNER);
  await page.goto('/admin?tab=api');
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(url);
  await dialog.getByRole('checkbox', { name: 'Order paid' }).check();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();

  const { orderNumber } = await householdOrders(request);
  await expect.poll(() => got.length).toBe(1);
  const [first] = got;
  if (!first) throw new Error('nothing arrived');
  const event = new Webhook(secret).verify(first.body, first.headers);
  expect(event).toMatchObject({ type: 'order.paid', data: { orderNumber, status: 'confirmed' } });

  await page.getByRole('button', { name: 'Send a test event' }).click();
  await expect(page.getByRole('region', { name: /^Notifications/ })).toContainText(
    'Test Event Sent',
  );
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  const log = page.getByRole('list', { name: 'Events, newest first' });
  await expect(log.getByRole('listitem').filter({ hasText: 'Order paid' })).toContainText('Sent');
  expect(await listPageViolations(page)).toEqual([]);
  await page.goto('about:blank');
  receiver.closeAllConnections();
  receiver.close();
});
