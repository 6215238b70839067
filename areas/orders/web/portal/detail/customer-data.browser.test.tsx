import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listProblems } from '#areas/customers/calls/problems.ts';
import { type AdminOrderReply, getOrder } from '#areas/order-book/calls/admin-orders.ts';
import { getTimeline } from '#areas/orders/calls/order-timeline.ts';
import { eraseCustomer, getCustomerFile } from '#areas/customers/calls/customers.ts';
import { listMeals } from '#areas/menu/calls/meals.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { quietLiveLine } from '#platform/web/testing/fake-event-source.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { OrdersTab } from '#areas/orders/web/portal/orders-tab.tsx';
import { anAdminOrder } from '#areas/orders/web/portal/test-order.ts';

const server = fakeServer();
quietLiveLine();

let order: AdminOrderReply;

beforeEach(async () => {
  await page.viewport(1280, 800);
  order = anAdminOrder();
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
const button = (name: string) => page.getByRole('button', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });
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

test('staff read what goes and what stays, erase the customer, and learn where they are still named', async () => {
  server.answers(eraseCustomer, () => {
    order = anAdminOrder({
      customer: { ...order.customer, firstName: 'Erased', lastName: 'customer', email: '' },
    });
    return {
      orders: 2,
      unpaidCheckouts: 0,
      emails: 3,
      printouts: 1,
      waitlistEntries: 0,
      elsewhere: ['3 backups were made before now.'],
    };
  });
  await openOrder();
  await button('Erase customer').click();
  await expect
    .element(dialog('Erase customer'))
    .toMatchTextContent(/Mia Nguyễn \(mia@example.com\)/);
  await expect.element(dialog('Erase customer')).toMatchTextContent(/Goes: names, email/);
  await expect
    .element(dialog('Erase customer'))
    .toMatchTextContent(/Stays: order numbers, amounts/);
  expect(await listViolations()).toEqual([]);
  expect(server.sent(eraseCustomer)).toEqual([]);
  await button('Erase for good').click();
  await expect.element(dialog('Customer erased')).toMatchTextContent(/2 orders and 3 emails/);
  await expect.element(dialog('Customer erased')).toMatchTextContent(/3 backups were made/);
  expect(server.sent(eraseCustomer)[0]?.body).toEqual({ email: 'mia@example.com' });
  await button('Done').click();
  await expect.element(customer()).toMatchTextContent(/This customer was erased/);
  await expect.element(button('Erase customer')).not.toBeInTheDocument();
});

test('a refusal says why, and keeps the customer', async () => {
  const message = 'Nothing was erased. Order RT-7K3F-9Q2X is to be delivered on Tue 13 Jan.';
  server.answers(eraseCustomer, () => refused(409, { code: 'delivery_ahead', message }));
  await openOrder();
  await button('Erase customer').click();
  await button('Erase for good').click();
  await expect
    .element(dialog('Erase customer'))
    .toMatchTextContent(/to be delivered on Tue 13 Jan/);
  await button('Keep customer').click();
  await expect.element(dialog('Erase customer')).not.toBeInTheDocument();
  await expect.element(customer()).toMatchTextContent(/mia@example.com/);
});

test('staff download everything held about a customer', async () => {
  server.answers(getCustomerFile, ({ body: { email } }) => ({
    email,
    madeAt: '2026-01-07T02:00:00.000Z',
    orders: [],
    unpaidCheckouts: [],
    waitlist: [],
    bells: [],
    notes: [],
    otherEmails: [],
    elsewhere: [],
  }));
  await openOrder();
  await button('Download their data').click();
  await expect
    .element(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem'))
    .toMatchTextContent(/Customer Data Downloaded/);
  expect(server.sent(getCustomerFile)[0]?.body).toEqual({ email: 'mia@example.com' });
});
