import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getCustomer } from '#areas/customers/calls/customers.ts';
import { listProblems } from '#areas/customers/calls/aftercare.ts';
import { getOrder } from '#areas/order-book/calls/admin-orders.ts';
import {
  addNote,
  getTimeline,
  pinNote,
  type TimelineEntry,
} from '#areas/orders/calls/order-timeline.ts';
import { resendEmail } from '#areas/messages/calls/emails.ts';
import { OrdersTab } from './orders-tab.tsx';
import { anAdminOrder, aRefund } from '#areas/orders/web/portal/test-order.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { quietLiveLine, fakeServer, refused, never } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
quietLiveLine();

const at = '2026-01-13T02:00:00.000Z';
const NOTE: TimelineEntry = {
  kind: 'note',
  at,
  id: 7,
  who: 'kim@example.com',
  text: 'Rings twice',
  isPinned: false,
};
const LIFE: TimelineEntry[] = [
  {
    kind: 'delivery',
    at,
    id: 1,
    who: 'Sam Driver',
    status: 'missed',
    isUndo: false,
    date: '2026-01-13',
    window: '11:00-13:00',
    place: '',
    reason: 'no one home',
    note: '',
    photoKey: null,
  },
  { kind: 'printed', at, id: 4, printout: 'labels', isSlip: false, date: '2026-01-13' },
  { kind: 'refund', at, refund: aRefund({ reason: 'Came late', state: 'failed' }) },
  {
    kind: 'message',
    at,
    message: {
      id: 5,
      kind: 'order_confirmation',
      channel: 'email',
      state: 'sent',
      recipient: 'mia@example.com',
      orderId: 1,
      orderNumber: 'RT-7K3F-9Q2X',
      subject: null,
      tries: 1,
      nextTryAt: null,
      lastError: null,
      createdAt: at,
      sentAt: at,
    },
  },
  { kind: 'paid', at, amount: '20.98' },
];

beforeEach(async () => {
  await page.viewport(1280, 800);
  server.answers(getCustomer, never);
  server.answers(listProblems, () => ({ problems: [], open: 0, urgent: 0 }));
  server.answers(getOrder, () => anAdminOrder());
  server.answers(getTimeline, () => ({ entries: LIFE }));
});

const timeline = () => page.getByRole('region', { name: 'What happened' });
const openOrder = () =>
  openPortalPage(<OrdersTab />, {
    server,
    heading: 'Admin Portal',
    at: '/admin?tab=orders&order=1',
  });

test('staff read the life of an order in one list, the newest of it at once', async () => {
  server.answers(getTimeline, () => ({
    entries: [
      ...[21, 22, 23].map((id) => ({
        ...NOTE,
        id,
        kind: 'note' as const,
        text: `Note ${id}`,
        isPinned: false,
      })),
      ...LIFE,
    ],
  }));
  await openOrder();
  await expect.element(timeline()).not.toMatchTextContent(/Paid \$20\.98 by card/);
  await timeline()
    .getByRole('button', { name: /^All \d+$/ })
    .click();
  for (const words of [
    /Not delivered by Sam Driver/,
    /no one home/,
    /Labels for Tue 13 Jan printed/,
    /Refund failed: \$5\.99 by jo@example\.com/,
    /Email “Order confirmation” sent/,
    /Paid \$20\.98 by card/,
  ])
    await expect.element(timeline()).toMatchTextContent(words);
  expect(await listViolations()).toEqual([]);
});

test('a note is added, pinned above the order, and unpinned', async () => {
  server.answers(addNote, ({ body }) => ({
    entries: [{ ...NOTE, kind: 'note', text: body.text, isPinned: body.isPinned }, ...LIFE],
  }));
  server.answers(pinNote, ({ body }) => ({
    entries: [{ ...NOTE, kind: 'note', ...body }, ...LIFE],
  }));
  await openOrder();
  await page.getByLabelText('Note for staff').fill(' Rings twice ');
  await page.getByRole('checkbox', { name: /Pin to the top/ }).click();
  await page.getByRole('button', { name: 'Add note' }).click();
  const pinned = page.getByRole('region', { name: 'Pinned notes' });
  await expect.element(pinned).toMatchTextContent(/Rings twice/);
  expect(server.sent(addNote)[0]?.body).toEqual({ text: 'Rings twice', isPinned: true });
  expect(await listViolations()).toEqual([]);
  await timeline().getByRole('button', { name: 'Unpin' }).click();
  await expect.element(pinned).not.toBeInTheDocument();
  expect(server.sent(pinNote)[0]).toMatchObject({
    params: { noteId: 7 },
    body: { isPinned: false },
  });
});

test('an email is sent once more; a refusal is said', async () => {
  server.answers(resendEmail, () =>
    server.sent(resendEmail).length > 1
      ? refused(404, { code: 'not_found', message: 'This message was not found' })
      : { ok: true },
  );
  await openOrder();
  const again = timeline().getByRole('button', { name: 'Send again' });
  const toasts = page.getByRole('region', { name: /Notifications/ });
  await again.click();
  await expect.element(toasts).toMatchTextContent(/It is sent once more/);
  await again.click();
  await expect.element(toasts).toMatchTextContent(/This message was not found/);
  const keys = server.sent(resendEmail).map(({ body }) => body.key);
  expect(new Set(keys).size).toBe(2);
});
