import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listProblems } from '#areas/customers/calls/aftercare.ts';
import { type AdminOrderReply, getOrder } from '#areas/order-book/calls/admin-orders.ts';
import { getTimeline } from '#areas/orders/calls/order-timeline.ts';
import { getCustomer } from '#areas/customers/calls/customers.ts';
import { listMeals } from '#areas/menu/calls/meals.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { quietLiveLine, fakeServer, never } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { OrdersTab } from '#areas/orders/web/portal/orders-tab.tsx';
import { anAdminOrder } from '#areas/orders/web/portal/test-order.ts';

const server = fakeServer();
quietLiveLine();

let order: AdminOrderReply;

beforeEach(async () => {
  await page.viewport(1280, 800);
  order = anAdminOrder();
  server.answers(getCustomer, never);
  server.answers(listProblems, () => ({ problems: [], open: 0, urgent: 0 }));
  server.answers(getOrder, () => order);
  server.answers(listMeals, () => []);
  server.answers(getTimeline, () => ({ entries: [] }));
});

const openOrder = () =>
  openPortalPage(<OrdersTab />, {
    server,
    heading: 'Admin Portal',
    at: '/admin?tab=orders&order=1',
  });
const customer = () => page.getByRole('region', { name: 'Customer' });

test.each([
  ['stopped', /No text messages: replied STOP on Wed 7 Jan 2026/],
  ['no_mobile', /No text messages: none can reach this number/],
] as const)('a phone that gets no texts says so: %s', async (reason, words) => {
  order = anAdminOrder({ textRefusal: { reason, at: '2026-01-07T02:00:00.000Z' } });
  await openOrder();
  await expect.element(customer()).toMatchTextContent(words);
  expect(await listViolations()).toEqual([]);
});

test('an order of a suburb that is not on the list any more keeps it, and says so', async () => {
  order = anAdminOrder({ suburb: 'Mount Cotton West' });
  await openOrder();
  await expect.element(customer()).toMatchTextContent(/Mount Cotton West is no longer served/);
});
