import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getSettings } from '#areas/business/calls/settings.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { listConnections } from '#areas/office/calls/connections.ts';
import {
  getGoingLive,
  type GoingLiveReply,
  removeTestOrders,
} from '#areas/office/calls/going-live.ts';
import { GoingLiveTab } from './going-live-tab.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, never, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
const LIVE: GoingLiveReply = {
  steps: [{ step: 'tests', state: 'open', says: '3 test orders are left.', mayKeep: false }],
  isOver: false,
  bars: [],
  warnings: [],
  whyBefore: null,
  payments: 'live',
  email: { mode: 'smtp', sentAt: null },
  publicUrl: 'https://meals.example.com',
  underWay: { orders: 0, paying: 0 },
  order: null,
  testOrders: { orders: 3, deliveries: 5 },
  isDemo: false,
};
const dialog = () => page.getByRole('dialog', { name: 'Remove 3 test orders?' });

beforeEach(() => {
  server.answers(getGoingLive, () => LIVE);
  server.answers(getSettings, never);
  server.answers(getOrderingWeek, never);
  server.answers(listConnections, never);
});

const open = async () => {
  await openPortalPage(<GoingLiveTab />, {
    server,
    heading: 'Settings',
    at: '/admin?tab=first-hour',
  });
  await page.getByRole('button', { name: 'Remove test orders…' }).click();
  await expect.element(dialog()).toBeVisible();
};

test.each([390, 1280])(
  'test orders go after a question that says what goes and what stays, at %i',
  async (width) => {
    await page.viewport(width, 844);
    server.answers(removeTestOrders, () => ({ removed: 3 }));
    await open();
    await expect
      .element(
        dialog().getByText(
          /with 5 deliveries.*A backup is made first.*waitlist, staff and the audit trail stay/,
        ),
      )
      .toBeVisible();
    expect(await listViolations()).toEqual([]);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    expect(server.sent(removeTestOrders)).toHaveLength(0);
    await page.getByRole('button', { name: 'Remove test orders…' }).click();
    await dialog().getByRole('button', { name: 'Remove test orders' }).click();
    await expect.element(page.getByText('3 Test Orders Removed')).toBeVisible();
    expect(server.sent(removeTestOrders)).toHaveLength(1);
  },
);

test('a refusal stands at the button, and says why', async () => {
  const message = '2 people are paying. Try again once they have finished.';
  server.answers(removeTestOrders, () => refused(409, { code: 'paying_now', message }));
  await open();
  await dialog().getByRole('button', { name: 'Remove test orders' }).click();
  await expect.element(page.getByText(message)).toBeVisible();
});
