import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listProblems } from '#areas/customers/calls/aftercare.ts';
import {
  cancelPhoneOrder,
  listPhoneOrders,
  type PhoneOrderReply,
  seePhoneOrder,
  resendPayLink,
} from '#areas/checkout/calls/phone-orders.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { quietLiveLine, fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { PhoneOrdersTab } from './phone-orders-tab.tsx';

const WAITING: PhoneOrderReply = {
  id: '7b0f6f0e-6e2f-4d43-9a53-3a1f5a7f3c11',
  state: 'waiting',
  takenBy: 'kim@example.com',
  takenAt: '2026-01-07T02:00:00.000Z',
  heldUntil: '2026-01-07T04:00:00.000Z',
  remindedAt: null,
  sends: 1,
  sendBy: 'email_and_text',
  link: 'https://example.com/pay/abc',
  total: '20.98',
  customer: {
    firstName: 'Mia',
    lastName: 'Nguyễn',
    email: 'mia@example.com',
    phone: '+61412345678',
  },
  meals: 2,
  deliveries: [{ date: '2026-01-13', window: '11:00-13:00' }],
  order: null,
  cancelledBy: null,
  seenAt: null,
};
const NOT_PAID: PhoneOrderReply = {
  ...WAITING,
  id: '0c2f3a52-97bd-4c61-8f58-6f0f9a2f6d10',
  state: 'not_paid',
  link: null,
  customer: { ...WAITING.customer, firstName: 'Ben', lastName: 'Okafor' },
};
const PAID: PhoneOrderReply = {
  ...WAITING,
  id: '2c2f3a52-97bd-4c61-8f58-6f0f9a2f6d10',
  state: 'paid',
  link: null,
  order: { id: 7, orderNumber: 'RT-7K3F-9Q2X' },
};

const server = fakeServer();
quietLiveLine();
let phoneOrders: PhoneOrderReply[];

beforeEach(async () => {
  await page.viewport(1280, 900);
  phoneOrders = [WAITING, NOT_PAID, PAID];
  server.answers(listProblems, () => ({ problems: [], open: 0, urgent: 0 }));
  server.answers(listPhoneOrders, () => ({ phoneOrders }));
});

const open = () =>
  openPortalPage(<PhoneOrdersTab />, {
    server,
    heading: 'Admin Portal',
    at: '/admin?tab=phone',
    role: 'phone',
  });
const region = (name: string) => page.getByRole('region', { name });

test('the clerk sees what waits, until when, what was not paid, and what became of the rest', async () => {
  await open();
  const waiting = region('Waiting for payment');
  await expect.element(waiting).toMatchTextContent(/Mia Nguyễn \$20.98/);
  await expect.element(waiting).toMatchTextContent(/Held until 2pm on Wed 7 Jan/);
  await expect.element(waiting).toMatchTextContent(/Taken by kim@example.com/);
  await expect.element(waiting.getByLabelText('Pay link')).toHaveValue(WAITING.link);
  await expect.element(region('Not paid, to look at')).toMatchTextContent(/Ben Okafor/);
  await expect
    .element(region('Ended in the last 7 days').getByRole('link', { name: 'RT-7K3F-9Q2X' }))
    .toHaveAttribute('href', '/admin?tab=orders&order=7');
  await expect
    .element(page.getByRole('link', { name: 'Take it up again' }))
    .toHaveAttribute('href', `/phone-order?from=${NOT_PAID.id}`);
  expect(await listViolations()).toEqual([]);
});

test('sends the link again, as one more', async () => {
  server.answers(resendPayLink, () => ({ ...WAITING, sends: 2 }));
  await open();
  await page.getByRole('button', { name: 'Send again to Mia Nguyễn' }).click();
  await expect.element(page.getByText('Pay Link Sent Again')).toBeVisible();
  expect(server.sent(resendPayLink)).toMatchObject([
    { params: { id: WAITING.id }, body: { sends: 1 } },
  ]);
});

test('cancels after asking, and tells the customer unless the clerk says not to', async () => {
  server.answers(cancelPhoneOrder, () => {
    phoneOrders = [{ ...WAITING, state: 'cancelled', link: null, cancelledBy: 'kim@example.com' }];
    return phoneOrders[0]!;
  });
  await open();
  await page.getByRole('button', { name: 'Cancel the order of Mia Nguyễn' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Tell the customer' }).click();
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect.element(page.getByText('Cancelled by kim@example.com')).toBeVisible();
  expect(server.sent(cancelPhoneOrder)).toMatchObject([{ body: { notify: false } }]);
});

test('a customer who pays while it is cancelled has an order, and the clerk reads so', async () => {
  server.answers(cancelPhoneOrder, () => {
    phoneOrders = [PAID];
    return refused(409, { code: 'already_paid', message: 'The customer has just paid.' });
  });
  await open();
  await page.getByRole('button', { name: 'Cancel the order of Mia Nguyễn' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect.element(page.getByText('The customer has just paid.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'RT-7K3F-9Q2X' })).toBeVisible();
});

test('an order that was not paid is ticked off', async () => {
  server.answers(seePhoneOrder, () => {
    phoneOrders = [{ ...NOT_PAID, seenAt: '2026-01-07T05:00:00.000Z' }];
    return phoneOrders[0]!;
  });
  await open();
  await page.getByRole('button', { name: 'Seen: Ben Okafor did not pay' }).click();
  await expect.element(region('Not paid, to look at')).not.toBeInTheDocument();
});

test('without any says what they are for', async () => {
  phoneOrders = [];
  await open();
  await expect.element(page.getByText('No phone orders in the last 7 days')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'New phone order' }))
    .toHaveAttribute('href', '/phone-order');
});
