import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  type CustomerReply,
  eraseCustomer,
  getCustomer,
  getCustomerFile,
} from '#areas/customers/calls/customers.ts';
import { listProblems, listRatings } from '#areas/customers/calls/aftercare.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { quietLiveLine, fakeServer, never, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { CustomersTab } from './customers-tab.tsx';

const server = fakeServer();
quietLiveLine();

const MIA: CustomerReply = {
  id: 1,
  name: 'Mia Nguyễn',
  email: 'mia@example.com',
  phone: '+61412345678',
  suburb: 'Cleveland',
  orders: 2,
  firstOrderAt: '2026-01-07T02:00:00.000Z',
  lastOrderAt: '2026-01-07T02:00:00.000Z',
  paid: '41.96',
  refunded: '0.00',
  spent: '41.96',
  phones: ['+61412345678'],
  addresses: ['12 Shore Street West, Cleveland'],
  orderList: [],
  foodNeeds: [],
  messages: [],
  emails: ['mia@example.com'],
  notes: [],
  waitlist: [],
  samePhone: [],
};

beforeEach(async () => {
  await page.viewport(1280, 800);
  server.answers(listProblems, () => ({ problems: [], open: 0, urgent: 0 }));
  server.answers(listRatings, never);
  server.answers(getCustomer, () => MIA);
});

const open = () =>
  openPortalPage(<CustomersTab />, {
    server,
    heading: 'Customers',
    at: '/admin?tab=customers&customer=1',
  });
const button = (name: string) => page.getByRole('button', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });

test('staff read what goes and what stays, erase the customer, and learn where they are still named', async () => {
  server.answers(eraseCustomer, () => ({
    orders: 2,
    unpaidCheckouts: 0,
    emails: 3,
    printouts: 1,
    waitlistEntries: 0,
    elsewhere: ['3 backups were made before now.'],
  }));
  await open();
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
});

test('a refusal says why, and keeps the customer', async () => {
  const message = 'Nothing was erased. Order RT-7K3F-9Q2X is to be delivered on Tue 13 Jan.';
  server.answers(eraseCustomer, () => refused(409, { code: 'delivery_ahead', message }));
  await open();
  await button('Erase customer').click();
  await button('Erase for good').click();
  await expect
    .element(dialog('Erase customer'))
    .toMatchTextContent(/to be delivered on Tue 13 Jan/);
  await button('Keep customer').click();
  await expect.element(dialog('Erase customer')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Mia Nguyễn' })).toBeVisible();
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
  await open();
  await button('Download their data').click();
  await expect
    .element(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem'))
    .toMatchTextContent(/Customer Data Downloaded/);
  expect(server.sent(getCustomerFile)[0]?.body).toEqual({ email: 'mia@example.com' });
});
