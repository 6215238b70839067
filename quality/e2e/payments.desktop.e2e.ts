/** The Payments page: staff decide what needs a decision, and the books balance before and after. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import {
  insertCheck,
  insertOpenDispute,
  insertFailedRefund,
  insertUnmatchedEvent,
  leaveUndecided,
  moneyOf,
} from './payment-troubles.ts';

const OWNER = { email: 'owner@redlandstable.example', password: 'mangoes and mangroves' };

test.describe.configure({ mode: 'serial' });
test.use({
  owner: OWNER,
  expectedStatuses: [401, 503],
});

async function openPayments(page: Page): Promise<void> {
  await page.goto('/api/login');
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Money', exact: true }).click();
  await page.getByRole('link', { name: 'Payments' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Payments' })).toBeVisible();
}

async function expectToast(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('region', { name: /^Notifications/ })).toContainText(words);
}

async function expectGoodOnAPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  expect(await listPageViolations(page)).toEqual([]);
}

test(
  'with no open items, the books are checked and add up',
  { tag: '@release' },
  async ({ page }) => {
    await openPayments(page);
    await expect(page.getByText('Sandbox: no real money')).toBeVisible();
    await expect(
      page.getByText('The books haven’t been checked yet', { exact: true }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Check the books now' }).click();
    await expect(page.getByText('The books match')).toBeVisible();
    await expect(page.getByText('No money has moved')).toBeVisible();
    expect(await listPageViolations(page)).toEqual([]);
  },
);

test('paid orders that need a decision are kept, refunded, or found to be decided already', async ({
  page,
  request,
  app,
}) => {
  await openPayments(page);
  const kept = await householdOrders(request, { firstName: 'Kim' });
  const refunded = await householdOrders(request, { firstName: 'Rae' });
  const decided = await householdOrders(request, { firstName: 'Dee' });
  await leaveUndecided(app.db, kept.orderNumber, 'slot_full');
  await leaveUndecided(app.db, refunded.orderNumber, 'past_cutoff');
  await leaveUndecided(app.db, decided.orderNumber, 'amount_differs');
  // The page is notified without a reload.
  const undecided = page
    .getByRole('region', { name: 'Orders that need a decision' })
    .getByRole('listitem')
    .filter({ hasText: 'paid' });
  await expect(undecided).toHaveCount(3, { timeout: 40_000 });
  expect(await listPageViolations(page)).toEqual([]);

  await page.getByRole('button', { name: `Keep order ${kept.orderNumber}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Kim');
  await dialog.getByRole('button', { name: 'Keep order' }).click();
  await expectToast(page, `${kept.orderNumber} is confirmed and has its places.`);
  await expect(undecided).toHaveCount(2);

  await page.getByRole('button', { name: `Refund order ${refunded.orderNumber}` }).click();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('button', { name: `Refund order ${refunded.orderNumber}` }).click();
  await expect(dialog).toContainText('This cannot be undone');
  await dialog.getByRole('button', { name: 'Cancel and refund' }).click();
  await expect(undecided).toHaveCount(1);

  await page.getByRole('button', { name: `Keep order ${decided.orderNumber}` }).click();
  const { id } = await moneyOf(app.db, decided.orderNumber);
  const colleague = await page.request.post(`/api/admin/payments/orders/${id}/refund`, {
    data: {},
  });
  expect(colleague.status()).toBe(200);
  await dialog.getByRole('button', { name: 'Keep order' }).click();
  await expect(dialog.getByRole('alert')).toContainText(/already cancelled|changed/);
  await dialog.getByRole('button', { name: 'Not now' }).click();

  await page.getByRole('button', { name: 'Check the books now' }).click();
  await expect(page.getByText('The books match')).toBeVisible();
  expect(await moneyOf(app.db, kept.orderNumber)).toMatchObject({
    status: 'confirmed',
    left: kept.total,
  });
  const gone = { status: 'cancelled', left: '0.00', refunds: ['succeeded'] };
  expect(await moneyOf(app.db, refunded.orderNumber)).toMatchObject(gone);
  expect(await moneyOf(app.db, decided.orderNumber)).toMatchObject(gone);
});

test(
  'a refund that failed is sent again, and another is handled with a note',
  { tag: '@release' },
  async ({ page, request, app }) => {
    const first = await householdOrders(request, { firstName: 'Ana' });
    const second = await householdOrders(request, { firstName: 'Ben' });
    await insertFailedRefund(app.db, first.orderNumber, 500);
    await insertFailedRefund(app.db, second.orderNumber, 250);
    await openPayments(page);
    const failed = page.getByRole('region', { name: 'Failed refunds' });
    await expect(failed.getByText(second.orderNumber, { exact: true })).toBeVisible();

    await page
      .getByRole('button', { name: `Send again the refund of order ${first.orderNumber}` })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await expectToast(page, 'The money is back on the card.');
    await expect(failed.getByText(first.orderNumber, { exact: true })).toBeHidden();
    expect(await moneyOf(app.db, first.orderNumber)).toMatchObject({
      refunds: ['failed', 'succeeded'],
    });

    await page
      .getByRole('button', { name: `Mark as handled the refund of order ${second.orderNumber}` })
      .click();
    await dialog.getByRole('button', { name: 'Mark as handled' }).click();
    await expect(dialog.getByText('Please enter what was done')).toBeVisible();
    await dialog.getByLabel('What was done').fill('Bank transfer on Friday');
    await dialog.getByRole('button', { name: 'Mark as handled' }).click();
    await expect(failed).toBeHidden();
    expect(await moneyOf(app.db, second.orderNumber)).toMatchObject({ refunds: ['failed'] });
  },
);

test(
  'events, disputes and days that differ are described in words, on a phone too',
  { tag: '@release' },
  async ({ page, request, app }) => {
    const { orderNumber } = await householdOrders(request, { firstName: 'Uma' });
    const { paymentIntentId } = await moneyOf(app.db, orderNumber);
    await insertUnmatchedEvent(app.db, 'evt_known', paymentIntentId);
    await insertUnmatchedEvent(app.db, 'evt_unknown', `pi_${randomUUID().replaceAll('-', '')}`);
    await insertOpenDispute(app.db, orderNumber);
    await insertCheck(app.db);
    await openPayments(page);
    await expect(page.getByText('The books don’t balance')).toBeVisible();
    const days = page.getByRole('table', { name: 'Totals per day, newest first' });
    await expect(days.getByRole('row').filter({ hasText: 'Tue 6 Jan 2026' })).toContainText(
      'We have $20.98 less',
    );
    await expect(days.getByRole('row').filter({ hasText: 'Mon 5 Jan 2026' })).toContainText(
      'Matches',
    );
    await expect(page.getByText('Every payment has exactly one order')).toBeVisible();
    await expect(page.getByRole('table', { name: /Disputes/ })).toContainText(
      'Product not received',
    );

    await page.getByRole('button', { name: 'Try again evt_unknown' }).click();
    await expectToast(page, 'Still Unmatched');
    await page.getByRole('button', { name: 'Try again evt_known' }).click();
    await expectToast(page, 'The event has been processed.');
    await expect(page.getByRole('button', { name: 'Try again evt_known' })).toBeHidden();
    expect(await listPageViolations(page)).toEqual([]);
    await expectGoodOnAPhone(page);
  },
);

test(
  'a page that could not be loaded says so and offers another attempt',
  { tag: '@release' },
  async ({ page }) => {
    let isDown = true;
    await page.route('/api/admin/payments', (route) =>
      isDown
        ? route.fulfill({
            status: 503,
            json: { code: 'unavailable', message: 'Not available right now.' },
          })
        : route.continue(),
    );
    await openPayments(page);
    const trouble = page.getByRole('alert').filter({ hasText: 'We couldn’t load the payments' });
    await expect(trouble).toContainText('Not available right now.', { timeout: 20_000 });
    await trouble.getByRole('button', { name: 'Try again' }).focus();
    isDown = false;
    // Not a click: the page may have tried again by itself.
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Check the books now' })).toBeVisible();
  },
);
