import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type AdminOrderReply, countOrders, listOrders } from '#contract/admin-orders.ts';
import { getLabels } from '#contract/kitchen/labels.ts';
import { OrdersTab } from '#web/portal/orders/orders-tab.tsx';
import { anAdminOrder } from '#web/portal/orders/test-order.ts';
import { quietLiveLine } from '#web/testing/fake-event-source.ts';
import { fakeServer, refused } from '#web/testing/fake-server.ts';
import { openPortalPage } from '#web/testing/open-portal-page.tsx';

const server = fakeServer();
quietLiveLine();

let order: AdminOrderReply;

beforeEach(async () => {
  await page.viewport(1280, 800);
  order = anAdminOrder({ status: 'cancelled' });
  server.answers(listOrders, () => [order]);
  server.answers(countOrders, () => ({
    all: 1,
    pending: 0,
    confirmed: 0,
    delivered: 0,
    cancelled: 1,
  }));
});

const openOrders = () =>
  openPortalPage(<OrdersTab />, { server, heading: 'Admin Portal', at: '/admin?tab=orders' });

test('a cancelled order keeps Edit and Label; only cancelling it again is closed', async () => {
  await openOrders();
  const edit = page.getByRole('link', { name: `Edit ${order.orderNumber}` });
  await expect.element(edit).toHaveAttribute('href', '/admin?tab=orders&order=1&edit=1');
  await expect
    .element(page.getByRole('button', { name: `Label ${order.orderNumber}` }))
    .toBeEnabled();
  await expect
    .element(page.getByRole('button', { name: `Cancel Order ${order.orderNumber}` }))
    .toBeDisabled();
});

test('why a cancelled order has no labels is said in the words of the server', async () => {
  const message = `Order ${order.orderNumber} is cancelled, so it has no labels.`;
  server.answers(getLabels, () => refused(409, { message, code: 'order_cancelled' }));
  await openOrders();
  await page.getByRole('button', { name: `Label ${order.orderNumber}` }).click();
  await expect
    .element(page.getByRole('region', { name: /Notifications/ }))
    .toMatchTextContent(message);
});
