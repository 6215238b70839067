/** Whoever answers the phone refunds a meal: the customer's email and page say so. */
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

test('the phone clerk finds an order and refunds one item with a reason', async ({
  page,
  request,
  app,
}) => {
  test.slow();
  const { orderNumber, trackingToken } = await householdOrders(request, {
    firstName: 'Wilhelmina',
  });
  await app.db.update(staff).set({ role: 'phone' }).where(eq(staff.email, CLERK.email));
  await signInAsStaff(page, CLERK);
  await page.goto('/admin?tab=orders&q=wilhelmina');
  await page
    .getByRole('link', { name: new RegExp(orderNumber) })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();

  await page.getByRole('button', { name: 'Refund money…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').first().check();
  await expect(dialog.getByText(/goes back to the card/)).toBeVisible();
  await dialog.getByLabel('Reason').fill('It leaked in the bag');
  expect(await listPageViolations(page)).toEqual([]);
  const refund = dialog.getByRole('button', { name: /^Refund \$/ });
  const amount = (await refund.innerText()).replace('Refund ', '');
  await refund.click();
  await expect(dialog).toContainText(`${amount} has been refunded to the card.`);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const payment = page.getByRole('region', { name: 'Payment' });
  await expect(payment).toContainText('It leaked in the bag');
  await expect(payment).not.toContainText('unpaid');

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
