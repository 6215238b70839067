/** An order on the phone: the clerk takes it at their desk, the caller pays it by a link; another does not pay. */
import { and, eq, like } from 'drizzle-orm';
import { devices, type Page } from '@playwright/test';
import type { PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import { ledgerEntries } from '#areas/order-book/server/tables/payments.ts';
import { checkouts, phoneOrders } from '#areas/order-book/server/tables/checkouts.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { DECLINED_CARD, GOOD_CARD } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { runJobNow } from '#quality/support/run-job-now.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import {
  continueTo,
  expectStep,
  fillCard,
  fillCustomer,
  nameThePeople,
  pickMeal,
  WEEK,
} from './order-journey.ts';
import type { RunningApp } from './running-app.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const CLERK = { email: 'phone@redlandstable.example', password: 'mangoes and mangroves' };

test.use({
  owner: CLERK,
  expectedStatuses: [401, 402],
});

/** From who calls to the link. */
async function takeForNewCaller(page: Page): Promise<string> {
  await page.goto('/admin?tab=phone');
  await page.getByRole('link', { name: 'New phone order' }).click();
  await page.getByRole('button', { name: 'They have not ordered before' }).click();
  await expect(page.getByText('Phone order for a new customer')).toBeVisible();
  await nameThePeople(page, ['Mia']);
  await continueTo(page, 'Meal Selection');
  await pickMeal(page, { person: 'Mia', date: WEEK[0]!, mealType: 'dinner' });
  await continueTo(page, 'Customer Info');
  await fillCustomer(page);
  await continueTo(page, 'Order Summary');
  await expect(page.getByRole('region', { name: 'Pay link' })).toContainText('mia@example.com');
  await page.getByRole('button', { name: 'Send pay link' }).click();
  await expectStep(page, 'The pay link is on its way');
  return page.getByLabel('Pay link, to pass on another way').inputValue();
}

async function emailOf(app: RunningApp, kind: string): Promise<string> {
  const [found] = await app.db
    .select()
    .from(messages)
    .where(and(like(messages.dedupeKey, `${kind}:%`), eq(messages.channel, 'email')));
  return found?.mail?.text ?? '';
}

test('a caller pays by the link from their email; another is reminded, does not pay, and the place is free again', async ({
  page,
  browser,
  request,
  app,
}) => {
  test.slow();
  await householdOrders(request, { firstName: 'Ottilie', email: 'ottilie@example.com' });
  await signInAsStaff(page, CLERK);
  await takeForNewCaller(page);
  expect(await listPageViolations(page)).toEqual([]);

  await expect.poll(() => emailOf(app, 'phone_order_link'), { timeout: 60_000 }).toContain('/pay/');
  const [, token] = /\/pay\/([\w-]+)/.exec(await emailOf(app, 'phone_order_link'))!;
  const phone = await browser.newContext({ ...devices['Pixel 7'], baseURL: app.url });
  const customer = await phone.newPage();
  await customer.goto(`/pay/${token}`);
  await expectStep(customer, 'Mia, your order is ready to pay');
  await expect(customer.getByRole('region', { name: 'Is this what you ordered?' })).toContainText(
    '12 Shore Street West',
  );
  await fillCard(customer, DECLINED_CARD);
  expect(await listPageViolations(customer)).toEqual([]);
  const pay = customer.getByRole('button', { name: /^Pay \$/ });
  await pay.click();
  await expect(customer.getByText('The payment did not go through')).toBeVisible();
  await fillCard(customer, GOOD_CARD);
  await pay.click();
  await expect(customer).toHaveURL(/order-success/);
  await expect(customer.getByRole('link', { name: /track/i }).first()).toBeVisible();
  await customer.goto(`/pay/${token}`);
  await expectStep(customer, 'This order is paid');
  await phone.close();

  const [paid] = await app.db
    .select({ id: orders.id, number: orders.number })
    .from(phoneOrders)
    .innerJoin(orders, eq(orders.checkoutId, phoneOrders.checkoutId));
  expect(await app.db.$count(ledgerEntries, eq(ledgerEntries.orderId, paid!.id))).toBe(1);
  await page.getByRole('link', { name: 'All phone orders' }).click();
  await page.getByRole('link', { name: paid!.number }).click();
  await expect(page.getByText(`taken by phone by ${CLERK.email}`)).toBeVisible();
  await expect(page.getByText('Taken on the phone', { exact: true })).toBeVisible();

  // Someone who has ordered before is found and filled in; they do not pay.
  await page.goto('/phone-order');
  await page.getByRole('searchbox').fill('ottilie');
  await page.getByRole('button', { name: /^Ottilie/ }).click();
  await expect(page.getByText(/Phone order for Ottilie/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' }).first()).not.toHaveValue('Person 1');
  const first = await page.getByRole('textbox', { name: 'Name' }).first().inputValue();
  await continueTo(page, 'Meal Selection');
  await pickMeal(page, { person: first, date: WEEK[1]!, mealType: 'dinner' });
  await continueTo(page, 'Customer Info');
  await expect(page.getByLabel('Email')).toHaveValue('ottilie@example.com');
  await continueTo(page, 'Order Summary');
  await page.getByRole('button', { name: 'Send pay link' }).click();
  await expectStep(page, 'The pay link is on its way');

  const reply = await page.request.get('/api/admin/phone-orders');
  const { phoneOrders: listed } = (await reply.json()) as { phoneOrders: PhoneOrderReply[] };
  const { id } = listed.find(({ state }) => state === 'waiting')!;
  // Half of the time is over, as if it had been taken an hour ago.
  await app.db
    .update(phoneOrders)
    .set({ remindAt: new Date(0) })
    .where(eq(phoneOrders.checkoutId, id));
  await runJobNow(app.db, 'remind_phone_orders');
  await expect
    .poll(() => emailOf(app, 'phone_order_reminder'), { timeout: 60_000 })
    .toContain('Your order is not paid yet');
  await app.db
    .update(checkouts)
    .set({ holdUntil: new Date(0) })
    .where(eq(checkouts.id, id));
  await runJobNow(app.db, 'checkouts');
  await expect
    .poll(() => emailOf(app, 'phone_order_expired'), { timeout: 60_000 })
    .toContain('Nothing was charged');
  const held = await app.db.select().from(deliverySlots).where(eq(deliverySlots.date, WEEK[1]!));
  expect(held.every((slot) => slot.held === 0)).toBe(true);
  await page.goto('/admin?tab=phone');
  const unpaid = page.getByRole('region', { name: 'Not paid, to look at' });
  await expect(unpaid).toContainText('Ottilie');
  expect(await listPageViolations(page)).toEqual([]);
  await unpaid.getByRole('link', { name: 'Take it up again' }).click();
  await expect(page.getByText(/Phone order for Ottilie/)).toBeVisible();
  await checkInvariants(app.db);
  await page.goto('about:blank');
});
