import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getCustomer } from '#areas/customers/calls/customers.ts';
import { listProblems } from '#areas/customers/calls/aftercare.ts';
import {
  type AdminOrderReply,
  changeOrderStatus,
  countOrders,
  getOrder,
  listOrders,
} from '#areas/order-book/calls/admin-orders.ts';
import { getLabels } from '#areas/printouts/calls/labels.ts';
import { cancel } from '#areas/orders/calls/move-or-cancel.ts';
import { getTimeline } from '#areas/orders/calls/order-timeline.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { OrdersTab } from './orders-tab.tsx';
import { anAdminDelivery, anAdminOrder } from '#areas/orders/web/portal/test-order.ts';
import { quietLiveLine, fakeServer, refused, never } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
quietLiveLine();

let order: AdminOrderReply;

beforeEach(async () => {
  await page.viewport(1280, 800);
  order = anAdminOrder({ status: 'cancelled' });
  server.answers(getCustomer, never);
  server.answers(listProblems, () => ({ problems: [], open: 0, urgent: 0 }));
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

test('a bag that was on the road when its order was cancelled is said to come back', async () => {
  order = anAdminOrder({
    status: 'cancelled',
    deliveries: [anAdminDelivery({ status: 'out', takesPlace: false })],
  });
  server.answers(getOrder, () => order);
  server.answers(getTimeline, () => ({ entries: [] }));
  await openPortalPage(<OrdersTab />, {
    server,
    heading: 'Admin Portal',
    at: '/admin?tab=orders&order=1',
  });
  await expect
    .element(page.getByText('Cancelled while on the road: the driver brings it back'))
    .toBeVisible();
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

test('an order set to delivered says first what is still to come', async () => {
  const of = (id: number, date: string) =>
    anAdminDelivery({
      id,
      date,
      status: 'planned',
    });
  order = anAdminOrder({
    status: 'confirmed',
    deliveries: [of(1, '2026-01-13'), of(2, '2026-01-14'), of(3, '2026-01-16')],
  });
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: '2026-01-13T02:00:00.000Z',
    cutoff: '2026-01-18T07:00:00.000Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: '2026-01-20',
    weekEnd: '2026-01-26',
    days: [],
  }));
  server.answers(changeOrderStatus, () => ({ ...order, status: 'delivered' }));
  await openOrders();
  await page.getByLabelText(`Status of ${order.orderNumber}`).selectOptions('delivered');
  const dialog = page.getByRole('dialog', { name: '2 deliveries are still to come' });
  await expect.element(dialog.getByText(/due on Wed 14 Jan, Fri 16 Jan/)).toBeVisible();
  expect(server.sent(changeOrderStatus)).toEqual([]);
  await dialog.getByRole('button', { name: 'Set to delivered' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.sent(changeOrderStatus).map(({ body }) => body)).toMatchObject([
    { status: 'delivered' },
  ]);
});

test('an order set to pending says first what is not cooked meanwhile', async () => {
  order = anAdminOrder({
    status: 'confirmed',
    deliveries: [
      anAdminDelivery({ id: 1, date: '2026-01-13', status: 'delivered' }),
      anAdminDelivery({ id: 2, date: '2026-01-14', status: 'packed' }),
    ],
  });
  server.answers(changeOrderStatus, () => ({ ...order, status: 'pending' }));
  await openOrders();
  await page.getByLabelText(`Status of ${order.orderNumber}`).selectOptions('pending');
  const dialog = page.getByRole('dialog', { name: `Set ${order.orderNumber} to pending` });
  await expect.element(dialog).toMatchTextContent('1 delivery ahead is not cooked until');
  expect(server.sent(changeOrderStatus)).toEqual([]);
  await dialog.getByRole('button', { name: 'Set to pending' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const sent = () => server.sent(changeOrderStatus).map(({ body }) => body.status);
  expect(sent()).toEqual(['pending']);
  // Taken back by the toast that tells of it.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(sent).toEqual(['pending', 'confirmed']);
});

test('a pending order says what is not cooked for as long as it is pending', async () => {
  order = anAdminOrder({ status: 'pending', deliveries: [anAdminDelivery()] });
  server.answers(getOrder, () => order);
  server.answers(getTimeline, () => ({ entries: [] }));
  server.answers(changeOrderStatus, () => {
    order = { ...order, status: 'confirmed' };
    return order;
  });
  await openPortalPage(<OrdersTab />, {
    server,
    heading: 'Admin Portal',
    at: '/admin?tab=orders&order=1',
  });
  const line = page.getByText(/1 delivery ahead is not cooked until you confirm/);
  await expect.element(line).toBeVisible();
  await page.getByRole('button', { name: 'Set to confirmed' }).click();
  await expect.element(line).not.toBeInTheDocument();
});

test('an order that has partly arrived is cancelled from there on, unless all of it is meant', async () => {
  const of = (id: number, date: string, status: 'delivered' | 'planned') =>
    anAdminDelivery({
      id,
      date,
      status,
    });
  order = anAdminOrder({
    status: 'confirmed',
    deliveries: [
      of(1, '2026-01-13', 'delivered'),
      of(2, '2026-01-14', 'planned'),
      of(3, '2026-01-15', 'planned'),
      of(4, '2026-01-16', 'planned'),
    ],
  });
  const results = [2, 3, 4].map((id) => ({
    id,
    ok: true,
    isTold: true,
    amount: '14.99',
    meals: 1,
    cooked: 0,
  }));
  server.answers(cancel, ({ body }) => ({
    isDryRun: body.dryRun ?? false,
    previewHash: 'agreed',
    amount: '44.97',
    kept: '0.00',
    told: 3,
    results,
  }));
  server.answers(getOrder, () => order);
  await openOrders();
  await page.getByRole('button', { name: `Cancel Order ${order.orderNumber}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel order' });
  await expect.element(dialog).toMatchTextContent('1 of 4 deliveries of');
  await expect.element(dialog).toMatchTextContent('Only the 3 still to come');
  await expect.element(dialog).toMatchTextContent('$44.97 back');
  await dialog.getByText('The whole order').click();
  await expect.element(dialog.getByRole('checkbox')).toBeChecked();
  await expect.element(dialog.getByRole('button', { name: 'Cancel Order' })).toBeEnabled();
  await dialog.getByText('Only the 3 still to come').click();
  await dialog.getByRole('button', { name: 'Cancel the 3 still to come' }).click();
  await expect
    .poll(() => server.sent(cancel).at(-1)?.body)
    .toMatchObject({
      deliveryIds: [2, 3, 4],
      dryRun: false,
      previewHash: 'agreed',
    });
});
