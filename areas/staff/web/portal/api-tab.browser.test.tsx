import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  type ApiTokenReply,
  listApiTokens,
  makeApiToken,
  revokeApiToken,
} from '#areas/staff/calls/api-tokens.ts';
import {
  listWebhookLog,
  listWebhooks,
  resendWebhook,
  type WebhookMessageReply,
  type WebhookReply,
} from '#areas/staff/calls/webhooks.ts';
import { getSignedIn } from '#platform/calls/sign-in.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import { signedInQuery } from '#platform/web/api/session.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, never, refused } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';
import { signedInAs } from '#platform/web/testing/open-portal-page.tsx';
import { ApiTab } from '#areas/staff/web/portal/api-tab.tsx';

const server = fakeServer();

const TOKEN: ApiTokenReply = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Weekly report',
  owner: { id: '00000000-0000-4000-8000-00000000000a', email: 'jo@kitchen.example' },
  lastFour: 'a1B2',
  rights: ['seeOrders'],
  createdAt: '2026-01-07T02:00:00.000Z',
  expiresAt: '2026-04-07T02:00:00.000Z',
  lastUsedOn: '2026-01-07',
  revokedAt: null,
  state: 'active',
};

const WEBHOOK: WebhookReply = {
  id: '00000000-0000-4000-8000-000000000002',
  url: 'https://books.example/orders',
  events: ['order.paid', 'refund.failed'],
  isActive: false,
  offReason: 'failing',
  failingSince: '2026-01-04T02:00:00.000Z',
  oldSecretUntil: null,
  createdAt: '2026-01-01T02:00:00.000Z',
};

const MESSAGE: WebhookMessageReply = {
  id: 7,
  webhookId: 'msg_1',
  type: 'order.paid',
  state: 'failed',
  createdAt: '2026-01-04T02:00:00.000Z',
  nextTryAt: null,
  body: '{"type":"order.paid"}',
  attempts: [{ at: '2026-01-04T02:00:00.000Z', status: 500, ms: 240, answer: 'down', error: null }],
};

/** As the portal does. */
function WhenSignedIn({ children }: { children: ReactNode }) {
  const { data } = useQuery(signedInQuery);
  return data ? children : null;
}

function open(role: StaffRole = 'owner') {
  server.answers(getSignedIn, () => signedInAs(role));
  return openPage(
    <WhenSignedIn>
      <ApiTab />
    </WhenSignedIn>,
    { at: '/admin?tab=api' },
  );
}

beforeEach(() => {
  server.answers(listApiTokens, () => []);
  server.answers(listWebhooks, () => []);
});

test('says what both are for while there is none', async () => {
  await open();
  await expect.element(page.getByText('No API tokens yet')).toBeVisible();
  await expect.element(page.getByText('No webhooks yet')).toBeVisible();
  expect(await listViolations()).toEqual([]);
});

test('a manager has tokens and no webhooks', async () => {
  await open('manager');
  await expect.element(page.getByText('No API tokens yet')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Webhooks' })).not.toBeInTheDocument();
  expect(server.sent(listWebhooks)).toEqual([]);
});

test('shows that it is loading, and what failed, each for itself', async () => {
  server.answers(listApiTokens, () => never());
  server.answers(listWebhooks, () => refused(500, { message: 'Broken', code: 'internal' }));
  await open();
  await expect.element(page.getByText('Loading the API tokens')).toBeInTheDocument();
  await expect.element(page.getByText('We couldn’t load the webhooks')).toBeVisible();
});

test('a token is made with ticked rights after its fields are right, and shown once', async () => {
  server.answers(makeApiToken, () => ({ token: 'mr_secret', made: TOKEN }));
  await open('manager');
  await page.getByRole('button', { name: 'New token' }).click();
  await expect.element(page.getByText('Manage staff')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Make token' }).click();
  await expect.element(page.getByText('Please enter a name')).toBeVisible();
  await expect.element(page.getByText('Please choose at least one right')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Weekly report');
  await page.getByRole('checkbox', { name: 'See orders and who they are for' }).click();
  await page.getByRole('button', { name: 'Make token' }).click();
  await expect.element(page.getByRole('textbox', { name: 'API token' })).toHaveValue('mr_secret');
  expect(server.sent(makeApiToken).map(({ body }) => body)).toEqual([
    { name: 'Weekly report', rights: ['seeOrders'], days: 90 },
  ]);
});

test('a token is revoked after a question', async () => {
  server.answers(listApiTokens, () => [TOKEN]);
  server.answers(revokeApiToken, () => undefined);
  await open();
  await expect.element(page.getByText('mr_…a1B2 of jo@kitchen.example')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke Weekly report' }).click();
  expect(server.sent(revokeApiToken)).toEqual([]);
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await expect.poll(() => server.sent(revokeApiToken)).toHaveLength(1);
});

test('a webhook that was switched off says so, and its log what came back', async () => {
  server.answers(listWebhooks, () => [WEBHOOK]);
  server.answers(listWebhookLog, () => ({ messages: [MESSAGE], nextCursor: null }));
  await open();
  await expect.element(page.getByText('Switched off after 3 days of failures')).toBeVisible();
  await page.getByRole('button', { name: 'Log' }).click();
  await page.getByText('1 attempt').click();
  await expect
    .element(page.getByText('Answered 500 after 0.2 seconds', { exact: false }))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send again' })).not.toBeInTheDocument();
  expect(await listViolations()).toEqual([]);
});

test('an event of a webhook that is on can be sent again', async () => {
  server.answers(listWebhooks, () => [{ ...WEBHOOK, isActive: true, offReason: null }]);
  server.answers(listWebhookLog, () => ({ messages: [MESSAGE], nextCursor: null }));
  server.answers(resendWebhook, () => ({ ...MESSAGE, state: 'sent' }));
  await open();
  await page.getByRole('button', { name: 'Log' }).click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => server.sent(resendWebhook)).toHaveLength(1);
});
