import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getCustomer } from '#areas/customers/calls/customers.ts';
import { listProblems } from '#areas/customers/calls/aftercare.ts';
import {
  type AdminOrderReply,
  getOrder,
  quoteRefund,
  refundOrder,
} from '#areas/order-book/calls/admin-orders.ts';
import { cancel } from '#areas/orders/calls/move-or-cancel.ts';
import { getTimeline } from '#areas/orders/calls/order-timeline.ts';
import { OrdersTab } from '#areas/orders/web/portal/orders-tab.tsx';
import {
  anAdminDelivery,
  anAdminItem,
  anAdminOrder,
  aRefund,
} from '#areas/orders/web/portal/test-order.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { quietLiveLine, fakeServer, refused, never } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
quietLiveLine();

let order: AdminOrderReply;

beforeEach(async () => {
  await page.viewport(1280, 800);
  order = anAdminOrder({
    orderItems: [anAdminItem(), anAdminItem({ id: 102, personName: 'Ben', mealType: 'dinner' })],
    refundedItems: [102],
  });
  server.answers(getCustomer, never);
  server.answers(listProblems, () => ({ problems: [], open: 0, urgent: 0 }));
  server.answers(getOrder, () => order);
  server.answers(getTimeline, () => ({ entries: [] }));
  server.answers(quoteRefund, () => ({ amount: '20.98', fee: '5.99', left: '0.00' }));
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = page.getByRole('dialog');
const toast = page.getByRole('region', { name: /Notifications/ });

async function openDialog() {
  await openOrder();
  await button('Refund money…').click();
}

async function openOrder() {
  await openPortalPage(<OrdersTab />, {
    server,
    heading: 'Admin Portal',
    at: '/admin?tab=orders&order=1',
  });
}

test('a meal is refunded at the server’s price with a reason, and the result is said', async () => {
  server.answers(refundOrder, () => {
    order = { ...order, version: 2, refunds: [aRefund({ amount: '20.98', state: 'pending' })] };
    return order;
  });
  await openDialog();
  await expect.element(dialog.getByRole('checkbox', { name: /Ben, dinner/ })).toBeDisabled();
  await expect.element(dialog.getByText('Paid back', { exact: true })).toBeVisible();
  await dialog.getByRole('checkbox', { name: /Mia, lunch/ }).click();
  await expect.element(dialog).toMatchTextContent(/\$20\.98 goes back to the card/);
  await expect.element(dialog).toMatchTextContent(/With \$5\.99 for delivery/);
  await expect.element(button('Refund $20.98')).toBeDisabled();
  await dialog.getByLabelText('Reason').fill('It leaked');
  expect(await listViolations()).toEqual([]);
  await button('Refund $20.98').click();
  await expect.element(toast).toMatchTextContent(/A refund of \$20\.98 is on its way/);
  await expect.element(toast).toMatchTextContent(/The customer gets an email/);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.sent(quoteRefund)[0]?.body).toEqual({ part: { items: [101] } });
  expect(server.sent(refundOrder).map(({ body }) => body)).toEqual([
    { part: { items: [101] }, reason: 'It leaked', notify: true, version: 1 },
  ]);
});

test('the fee or an amount can go back; without the tick nobody is told', async () => {
  server.answers(refundOrder, () => ({ ...order, version: 2, refunds: [aRefund()] }));
  await openDialog();
  await dialog.getByRole('radio', { name: 'Delivery fee' }).click();
  await expect.poll(() => server.sent(quoteRefund).at(-1)?.body).toEqual({ part: { fee: true } });
  await dialog.getByRole('radio', { name: 'An amount' }).click();
  await dialog.getByLabelText('Amount in dollars').fill('$5');
  await dialog.getByLabelText('Reason').fill('Late');
  await dialog.getByRole('checkbox', { name: /Email the customer/ }).click();
  await button('Refund $20.98').click();
  await expect.element(toast).toMatchTextContent(/The customer is not told/);
  expect(server.sent(refundOrder)[0]?.body).toEqual({
    amount: '5.00',
    reason: 'Late',
    notify: false,
    version: 1,
  });
});

test('why it can’t be refunded is said before anything is sent', async () => {
  const message = 'The customer has disputed this payment with their bank.';
  server.answers(quoteRefund, () => refused(409, { code: 'dispute_open', message }));
  await openDialog();
  await dialog.getByRole('radio', { name: 'Delivery fee' }).click();
  await dialog.getByLabelText('Reason').fill('Late');
  await expect.element(dialog).toMatchTextContent(message);
  await expect.element(button(/^Refund$/)).toBeDisabled();
});

test('a refund that failed says so and can be tried again', async () => {
  server.answers(refundOrder, () => {
    const state = server.sent(refundOrder).length > 1 ? 'succeeded' : 'failed';
    order = {
      ...order,
      version: order.version + 1,
      refunds: [...order.refunds, aRefund({ id: order.version, state })],
    };
    return order;
  });
  await openDialog();
  await dialog.getByRole('radio', { name: 'Delivery fee' }).click();
  await dialog.getByLabelText('Reason').fill('Late');
  await button('Refund $20.98').click();
  await expect.element(dialog).toMatchTextContent('The refund failed');
  await button('Try again: refund $20.98').click();
  await expect.element(toast).toMatchTextContent(/has been refunded to the card/);
  expect(server.sent(refundOrder).map(({ body }) => body.version)).toEqual([1, 2]);
});

test('a meal that was paid back is marked while it still comes, and any meals can be cancelled alone', async () => {
  order = anAdminOrder({
    status: 'confirmed',
    orderItems: [anAdminItem(), anAdminItem({ id: 102, personName: 'Ben', mealType: 'dinner' })],
    refundedItems: [102],
    gone: [
      {
        id: 103,
        mealName: 'Lentil Chilli',
        deliveryDate: '2026-01-13',
        price: '15.49',
        by: 'kitchen',
        at: '2026-01-08T02:00:00.000Z',
      },
    ],
    deliveries: [
      anAdminDelivery({
        id: 7,
        date: '2026-01-13',
        status: 'planned',
      }),
    ],
  });
  server.answers(cancel, ({ body }) => ({
    isDryRun: body.dryRun ?? false,
    previewHash: 'seen',
    amount: (body.itemIds ?? []).includes(101) ? '14.99' : '0.00',
    kept: '0.00',
    told: 1,
    results: [{ id: 7, ok: true, isTold: true, amount: '14.99', meals: 2, cooked: 1 }],
  }));
  await openOrder();
  const paidBack = page.getByRole('listitem').filter({ hasText: 'Paid back, still coming' });
  await expect.poll(() => paidBack.elements()).toHaveLength(1);
  await expect
    .element(page.getByText('For Tue 13 Jan · Cancelled by us, Thu 8 Jan 2026, midday'))
    .toBeVisible();
  await button('Cancel… Tue 13 Jan').click();
  await dialog.getByRole('radio', { name: /Ben’s meals/ }).click();
  const bens = page.getByRole('dialog', { name: 'Cancel Ben’s meals' });
  await expect.element(bens.getByRole('button', { name: 'Cancel Ben’s meals' })).toBeEnabled();
  await bens.getByRole('radio', { name: 'Tue 13 Jan' }).click();
  const asks = page.getByRole('dialog', { name: /^Cancel / });
  await expect.element(asks).toMatchTextContent('2 meals, 1 of them cooked already.');
  await expect.element(asks).toMatchTextContent('Nothing else is in the order');
  await asks.getByRole('checkbox', { name: /Ben/ }).click();
  await expect.element(asks).not.toMatchTextContent('Nothing else is in the order');
  await asks.getByRole('button', { name: 'Cancel 1 meal, refund $14.99' }).click();
  await expect.element(asks).not.toBeInTheDocument();
  await expect.element(page.getByText('2 meals cancelled')).toBeVisible();
  expect(server.sent(cancel).at(-1)?.body).toMatchObject({
    itemIds: [101],
    refund: 'full',
    previewHash: 'seen',
  });
});
