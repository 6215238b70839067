/** Anyone who answers the phone refunds, moves and cancels: the customer's email and page say so. */
import type { Locator } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const CLERK = { email: 'kim@redlandstable.example', password: 'mangoes and mangroves' };

test.use({
  owner: CLERK,
  expectedStatuses: [401],
});

test('from Home the phone clerk refunds a meal in four clicks, moves its delivery in four, cancels it in three', async ({
  page,
  request,
  app,
}) => {
  test.slow();
  const { trackingToken } = await householdOrders(request, {
    firstName: 'Wilhelmina',
  });
  await app.db.update(staff).set({ role: 'phone' }).where(eq(staff.email, CLERK.email));
  await signInAsStaff(page, CLERK);
  let clicks = 0;
  const press = async (what: Locator) => {
    clicks += 1;
    await what.click();
  };
  const openOrder = async () => {
    clicks = 0;
    await page.goto('/');
    await press(page.getByRole('button', { name: /^Find or do anything/ }));
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('wilhelmina');
    await expect(page.getByRole('option', { name: /Wilhelmina.* RT-/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /^Wilhelmina/ })).toBeVisible();
    expect(clicks).toBe(1);
  };
  const dialog = page.getByRole('dialog');
  const toast = page.getByRole('region', { name: /Notifications/ });

  await openOrder();
  await press(page.getByRole('button', { name: 'Refund money…' }));
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('It leaked in the bag');
  await press(dialog.getByRole('checkbox', { name: /lunch on/ }).first());
  await expect(dialog.getByText(/goes back to the card/)).toBeVisible();
  expect(await listPageViolations(page)).toEqual([]);
  const refund = dialog.getByRole('button', { name: /^Refund \$/ });
  const amount = (await refund.innerText()).replace('Refund ', '');
  await press(refund);
  await expect(toast).toContainText(`${amount} has been refunded to the card.`);
  expect(clicks).toBe(4);
  const money = page.getByRole('region', { name: 'Money' });
  await expect(money).toContainText('It leaked in the bag');
  await expect(money).not.toContainText('due');
  await expect(page.getByText('Paid back, still coming')).toBeVisible();

  await openOrder();
  await press(page.getByRole('button', { name: /^Move…/ }));
  await press(dialog.getByRole('radio').nth(1));
  await expect(dialog.getByText(/places stay free/)).toBeVisible();
  await press(dialog.getByRole('button', { name: /^Move to / }));
  await expect(toast).toContainText('1 delivery moved');
  expect(clicks).toBe(4);

  await openOrder();
  await press(page.getByRole('button', { name: /^Cancel… / }));
  await expect(dialog.getByText(/is free again/)).toBeVisible();
  await press(dialog.getByRole('button', { name: /^Cancel \w{3} \d+ \w{3}/ }));
  await expect(toast).toContainText('cancelled');
  expect(clicks).toBe(3);

  await expect
    .poll(
      async () => {
        const sent = await app.db.select().from(messages).where(eq(messages.kind, 'refund_made'));
        return sent.map(({ mail }) => mail?.text ?? '').join('');
      },
      { timeout: 60_000 },
    )
    .toContain('It leaked in the bag');
  await page.goto(`/track/${trackingToken}`);
  await expect(page.getByRole('main')).toContainText(amount);
  await expect(page.getByRole('main')).toContainText('was refunded to the card you paid with');
});
