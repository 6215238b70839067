/** Card keys that owners enter, against a Stripe that plays every failure. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ConnectionReply, ConnectionsReply } from '#areas/office/calls/connections.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { retireOldEndpoints } from '#areas/payments/server/cards-connection.ts';
import { reconcileYoung } from './reconcile.ts';
import { staffSessions } from '#areas/staff/server/tables/staff.ts';
import { openConnections } from '#platform/server/opened-connections.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { connections } from '#platform/server/db/tables/connections.ts';
import { openChangeFeed } from '#platform/server/db/change-feed.ts';
import { holdGateway } from '#platform/server/gateway/held-gateway.ts';
import { HANDLED_EVENTS } from '#areas/payments/server/receive-gateway-event.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anOpenCheckout, place } from '#quality/support/an-order.ts';
import {
  type FakeAccount,
  type FakeStripe,
  startFakeStripe,
} from '#quality/support/stripe/fake-stripe.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const URL = '/api/admin/connections';
const PUBLIC_URL = 'https://meals.example.com';
const QUIET = { info() {}, warn() {}, error() {} };

let stripe: FakeStripe;
let t: TestApp;
let owner: StaffClient;

beforeAll(async () => {
  stripe = await startFakeStripe();
  t = await startTestApp({ stripeAddress: stripe.address, publicUrl: PUBLIC_URL, isOwn: true });
  owner = await aStaffClient(t);
});
afterAll(async () => {
  await t.close();
  await stripe.close();
});
afterEach(async () => {
  await t.clearOrders();
  await t.context.db.delete(connections);
  await t.context.connections.renew();
});

const cards = async (): Promise<ConnectionReply> => {
  const { connections: all } = (await owner.get(URL)).json<ConnectionsReply>();
  return all.find(({ kind }) => kind === 'cards')!;
};

async function save(
  keys: Partial<Pick<FakeAccount, 'secretKey' | 'publishableKey'>> & { webhookSecret?: string },
  more: object = {},
) {
  const { secretKey = '', publishableKey = '', webhookSecret = '' } = keys;
  const values = { secretKey, publishableKey, webhookSecret };
  return owner.put(`${URL}/cards`, { version: (await cards()).version, values, ...more });
}

/** The event that Stripe sends for the check's intent. */
function sendCheckEvent(account: FakeAccount, secret?: string) {
  const [id] = account.cancelled.slice(-1);
  const object = { id, object: 'payment_intent', metadata: { mealrun_check: 'keys' } };
  const event = { id: `evt_${id}`, type: 'payment_intent.canceled', data: { object } };
  const { body, signature } = stripe.event(account, event, secret);
  return t.app.inject({
    method: 'POST',
    url: '/api/stripe/webhook',
    headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
    body,
  });
}

/** Paid as a browser would at Stripe. */
async function anOrderPaidTo(account: FakeAccount) {
  const { checkout } = await anOpenCheckout(t);
  const { paymentIntentId, clientSecret } = checkout;
  const { baseUrl } = await account.sandbox();
  await fetch(`${baseUrl}/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  expect((await place(t, paymentIntentId)).statusCode).toBe(200);
  const [row] = await t.context.db.select({ id: orders.id }).from(orders);
  return { id: row?.id ?? 0, paymentIntentId };
}

const aLiveAccount = () => {
  const name = Math.random().toString(36).slice(2).padEnd(11, 'x');
  return stripe.account({ secretKey: `sk_live_${name}`, publishableKey: `pk_live_${name}` });
};

test('keys are proved step by step, and the event that comes back proves the webhook', async () => {
  const account = stripe.account();
  const saved = await save({ ...account, secretKey: ` ${account.secretKey}\n` });
  expect(saved.statusCode, saved.body).toBe(200);
  expect(account.endpoints).toMatchObject([
    { url: `${PUBLIC_URL}/api/stripe/webhook`, events: [...HANDLED_EVENTS] },
  ]);
  expect(account.cancelled).toHaveLength(1);
  expect(await cards()).toMatchObject({
    source: 'here',
    isProved: false,
    says: expect.stringMatching(/“Derwent Kitchen”, Australia\. Waiting/) as string,
  });
  expect((await sendCheckEvent(account)).statusCode).toBe(200);
  expect(await cards()).toMatchObject({
    isProved: true,
    says: expect.stringMatching(/test keys ….{4}, .*Event received/) as string,
  });
  expect(t.context.gateway).toMatchObject({ mode: 'stripe', account: `${account.id}/test` });
  const { payments: shown } = (await owner.get('/api/config')).json<{ payments: object }>();
  expect(shown).toEqual({ mode: 'stripe', publishableKey: account.publishableKey });
});

test('an event with another signature proves nothing', async () => {
  const account = stripe.account();
  await save(account);
  expect((await sendCheckEvent(account, 'whsec_another')).statusCode).toBe(400);
  expect((await cards()).isProved).toBe(false);
});

describe('what does not pass is not stored, and says why', () => {
  test.each<
    [string, (mine: FakeAccount, other: FakeAccount) => object, Partial<FakeAccount>, object]
  >([
    [
      'the two keys are swapped',
      ({ secretKey, publishableKey }) => ({ secretKey: publishableKey, publishableKey: secretKey }),
      {},
      { fields: { secretKey: 'This is the publishable key: swap the two.' } },
    ],
    [
      'one is live',
      (mine) => ({ ...mine, publishableKey: 'pk_live_1' }),
      {},
      { fields: { publishableKey: expect.stringMatching(/both live or both test/) as string } },
    ],
    [
      'they are of two accounts',
      (mine, other) => ({ ...mine, publishableKey: other.publishableKey }),
      {},
      { code: 'cards_refused' },
    ],
    ['the key was revoked', (mine) => mine, { isRevoked: true }, { code: 'cards_refused' }],
    [
      'Stripe wants to know more of the business',
      (mine) => mine,
      { chargesEnabled: false },
      { message: expect.stringMatching(/can’t take payments yet: finish it at Stripe/) as string },
    ],
    [
      'a restricted key may not read the account',
      (mine) => mine,
      { lacks: ['/v1/account'] },
      { message: expect.stringMatching(/Add the permission/) as string },
    ],
    [
      'a restricted key may not make the webhook',
      (mine) => mine,
      { lacks: ['/v1/webhook_endpoints'] },
      { code: 'webhook_by_hand', url: `${PUBLIC_URL}/api/stripe/webhook` },
    ],
  ])('%s', async (_what, keysOf, change, refusal) => {
    const account = stripe.account(change);
    const reply = await save(keysOf(account, stripe.account()));
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(reply.json()).toMatchObject(refusal);
    expect(reply.body).not.toContain(account.secretKey);
    expect(await cards()).toMatchObject({ source: 'none', version: 0 });
    expect(account.endpoints).toEqual([]);
    expect(t.context.gateway.mode).toBe('sandbox');
  });

  test('what was in force stays so', async () => {
    const good = stripe.account();
    await save(good);
    expect((await save(stripe.account({ isRevoked: true }))).statusCode).toBe(409);
    expect(t.context.gateway.account).toBe(`${good.id}/test`);
  });

  test('a webhook made by hand is taken with its secret', async () => {
    const account = stripe.account({ lacks: ['/v1/webhook_endpoints'] });
    expect((await save({ ...account, webhookSecret: 'whsec_byhand' })).statusCode).toBe(200);
    expect((await sendCheckEvent(account, 'whsec_byhand')).statusCode).toBe(200);
    expect((await cards()).isProved).toBe(true);
  });
});

test('an account with as many webhooks as Stripe allows is told what to do, and where to enter the secret', async () => {
  const others = Array.from({ length: 16 }, (_, at) => ({
    id: `we_${at}`,
    secret: '',
    url: 'https://other.example',
    events: [],
  }));
  const account = stripe.account({ endpoints: others });
  const reply = await save(account);
  expect(reply.json()).toMatchObject({
    code: 'webhook_by_hand',
    url: `${PUBLIC_URL}/api/stripe/webhook`,
    message: `Stripe says: You have reached the maximum of 16 test webhook endpoints. Delete one there that you no longer need, under Developers, Webhooks, and try again; or change one for ${PUBLIC_URL}/api/stripe/webhook and enter its secret below, under “Signing secret of the webhook”.`,
  });
  expect((await cards()).version).toBe(0);
  // What was opened to prove the keys is cancelled.
  expect(account.cancelled).toHaveLength(1);
  expect((await save({ ...account, webhookSecret: 'whsec_changed' })).statusCode).toBe(200);
});

test('killed after the keys are sealed and before they are stored, nothing of them is there', async () => {
  // A new key of the same account: a write beside the transaction would not wait for it, and would stay.
  const account = stripe.account();
  await save(account);
  const [endpoint] = account.endpoints;
  account.secretKey = `${account.secretKey}b`;
  const stored = () => t.context.db.select().from(connections);
  const trail = () => t.context.db.$count(auditLog);
  const [rows, lines] = [await stored(), await trail()];
  const held = t.context.connections;
  const { seal } = held;
  let sealed = '';
  held.seal = async (content) => {
    sealed = await seal(content);
    // As the database sees a process that is gone: its connection ends within the transaction.
    await t.context.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
    );
    return sealed;
  };
  try {
    expect((await save(account)).statusCode).toBeGreaterThanOrEqual(500);
  } finally {
    held.seal = seal;
  }
  expect(sealed).not.toBe('');
  expect([await stored(), await trail()]).toEqual([rows, lines]);
  await held.renew();
  expect(t.context.gateway.account).toBe(`${account.id}/test`);
  // What was made at Stripe for it is gone again.
  expect(account.endpoints).toEqual([endpoint]);
  expect((await save(account)).statusCode).toBe(200);
});

test('a dry run says what would happen, and leaves nothing here or at Stripe', async () => {
  const account = aLiveAccount();
  await anOpenCheckout(t);
  const reply = await save(account, { dryRun: true });
  expect(reply.json<{ says: string[] }>().says).toEqual([
    'Customers are charged from now on.',
    '1 test payment in progress is cancelled.',
  ]);
  expect(account.endpoints).toEqual([]);
  expect(account.cancelled).toHaveLength(1);
  expect((await cards()).version).toBe(0);
});

test('live keys end what is being paid with test keys', async () => {
  const { checkout } = await anOpenCheckout(t);
  expect((await save(aLiveAccount())).statusCode).toBe(200);
  const intent = await t.context.gateway.retrieveIntent(checkout.paymentIntentId);
  expect(intent?.status).toBe('canceled');
});

test('two owners who save at once: the second is told', async () => {
  const account = stripe.account();
  const { secretKey, publishableKey } = account;
  const body = { version: 0, values: { secretKey, publishableKey } };
  const replies = await Promise.all([
    owner.put(`${URL}/cards`, body),
    owner.put(`${URL}/cards`, body),
  ]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    code: 'connection_changed',
  });
  // What the second had made at Stripe is gone again.
  expect(account.endpoints).toHaveLength(1);
});

test('a new key of the same account counts at once; the former webhook secret for a day', async () => {
  const account = stripe.account();
  await save(account);
  const former = account.endpoints[0]?.secret ?? '';
  account.secretKey = `${account.secretKey}b`;
  expect((await save(account)).statusCode).toBe(200);
  expect(account.endpoints).toHaveLength(2);
  expect((await sendCheckEvent(account, former)).statusCode).toBe(200);
  expect(await retireOldEndpoints(t.context)).toBe(0);
  const held = t.context.connections.current('cards')!;
  const past = new Date(Date.now() - 1000).toISOString();
  await t.context.connections.replaceValues(held, { ...held.values, oldSecretUntil: past });
  expect((await sendCheckEvent(account, former)).statusCode).toBe(400);
  expect(await retireOldEndpoints(t.context)).toBe(1);
  expect(account.endpoints.map(({ secret }) => secret)).not.toContain(former);
});

describe('another account', () => {
  test('leaves what was paid with the former one there, for refunds and reconciling', async () => {
    const [first, second] = [stripe.account(), stripe.account()];
    await save(first);
    const { id, paymentIntentId } = await anOrderPaidTo(first);
    const [paid] = await t.context.db
      .select()
      .from(payments)
      .where(eq(payments.paymentIntentId, paymentIntentId));
    expect(paid?.gatewayAccount).toBe(`${first.id}/test`);
    const told = await save(second, { dryRun: true });
    expect(told.json<{ says: string[] }>().says).toContainEqual(
      '1 paid order stays with the old account. Keep its key here so they can be refunded.',
    );
    expect((await save(second)).statusCode).toBe(200);
    const { kept } = await cards();
    expect(kept).toMatchObject([
      {
        account: `${first.id}/test`,
        why: expect.stringMatching(/can still be refunded/) as string,
      },
    ]);
    const forget = `${URL}/cards?account=${encodeURIComponent(`${first.id}/test`)}`;
    expect((await owner.delete(forget)).json()).toMatchObject({ code: 'still_needed' });
    await owner.delete(`/api/admin/orders/${id}`);
    expect(await t.context.gateway.listRefunds(paymentIntentId)).toMatchObject([
      { state: 'succeeded' },
    ]);
    expect(await reconcileYoung(t.context)).toMatchObject({ alarms: [] });
    await t.context.db
      .update(payments)
      .set({ createdAt: new Date(Date.now() - 14 * 31 * 86_400_000) });
    expect((await owner.delete(forget)).statusCode).toBe(200);
    expect((await cards()).kept).toEqual([]);
  });
});

test('keys that Stripe takes no more close the kitchen until new ones are entered', async () => {
  const account = stripe.account();
  await save(account);
  account.isRevoked = true;
  await expect(reconcileYoung(t.context)).rejects.toThrow();
  await expect.poll(() => t.context.gateway.bar).toBe('refused');
  expect((await cards()).says).toMatch(/refused these keys/);
  const week = await owner.get('/api/ordering-week');
  expect(week.json()).toMatchObject({ sale: { state: 'before' } });
  account.isRevoked = false;
  await reconcileYoung(t.context);
  await expect.poll(() => t.context.gateway.bar).toBeNull();
});

test('no secret is in a reply, the trail or the stored row', async () => {
  const account = stripe.account();
  const replies = [await save(account), await owner.get(URL)];
  await owner.post(`${URL}/cards/check`);
  const trail = await t.context.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, 'cards'))
    .orderBy(auditLog.id);
  expect(trail.at(-1)).toMatchObject({
    action: 'system.change_connection',
    after: { ending: `…${account.secretKey.slice(-4)}` },
  });
  const rows = await t.context.db.select().from(connections);
  const everything = JSON.stringify([replies.map(({ body }) => body), trail, rows]);
  for (const secret of [account.secretKey, account.endpoints[0]?.secret ?? ''])
    expect(everything).not.toContain(secret);
});

test('another process has a new key within a second', async () => {
  const { db, backup, recoveryKey } = t.context;
  const feed = await openChangeFeed(backup.databaseUrl, QUIET);
  try {
    const held = await openConnections({
      db,
      changes: feed,
      recoveryKey,
      setByEnvironment: {},
      log: QUIET,
    });
    const parts = { db, connections: held, sandbox: null, stripe: null, needsLiveKeys: true };
    const gateway = holdGateway({ ...parts, stripeAddress: stripe.address, log: QUIET });
    expect([gateway.mode, gateway.bar]).toEqual(['none', 'none']);
    const account = stripe.account();
    await save(account);
    await expect
      .poll(() => gateway.publishableKey, { timeout: 1000, interval: 20 })
      .toBe(account.publishableKey);
    expect(gateway.bar).toBe('test');
  } finally {
    await feed.close();
  }
});

test('a machine whose key opens nothing takes no orders, and says so', async () => {
  await save(stripe.account());
  await t.context.db.update(connections).set({ sealed: 'not age text' });
  await t.context.connections.renew();
  expect(t.context.gateway).toMatchObject({ mode: 'none', bar: 'locked' });
  expect((await cards()).says).toMatch(/can’t be opened on this machine/);
  await expect(
    t.context.gateway.createRefund({ paymentIntentId: 'pi_1', amountCents: 1, idemKey: 'k' }),
  ).rejects.toMatchObject({ code: 'no_card_provider' });
  expect((await save(stripe.account())).statusCode).toBe(200);
  expect(t.context.gateway.mode).toBe('stripe');
});

test('a sealed text that was moved to another account opens nothing', async () => {
  const [first, second] = [stripe.account(), stripe.account()];
  await save(first);
  await save(second);
  const rows = await t.context.db.select().from(connections);
  const [a, b] = rows;
  await t.context.db
    .update(connections)
    .set({ sealed: a?.sealed ?? '' })
    .where(eq(connections.account, b?.account ?? ''));
  await t.context.connections.renew();
  expect(t.context.connections.opened('cards').map(({ account }) => account)).toEqual([a?.account]);
});

test('only owners who proved a moment ago who they are, and no token', async () => {
  const manager = await aStaffClient(t, { role: 'manager' });
  expect((await manager.get(URL)).statusCode).toBe(403);
  const account = stripe.account();
  const other = await aStaffClient(t);
  await t.context.db
    .update(staffSessions)
    .set({ confirmedAt: new Date(Date.now() - 11 * 60_000) })
    .where(eq(staffSessions.userId, other.staff.id));
  const values = { secretKey: account.secretKey, publishableKey: account.publishableKey };
  for (const reply of [
    await other.put(`${URL}/cards`, { version: 0, values }),
    await other.post(`${URL}/cards/check`),
    await other.delete(`${URL}/cards`),
  ])
    expect(reply.json()).toMatchObject({ code: 'confirm_first' });
  expect(account.cancelled).toEqual([]);
});

describe('where the environment has the keys', () => {
  let apart: TestApp;
  beforeAll(async () => {
    apart = await startTestApp({ setByEnvironment: { cards: 'STRIPE_SECRET_KEY' } });
  });
  afterAll(() => apart.close());

  test('they win: nothing is stored here', async () => {
    const client = await aStaffClient(apart);
    const values = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1' };
    const reply = await client.put(`${URL}/cards`, { version: 0, values });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({
      code: 'set_by_environment',
      message:
        'Set by the installation (STRIPE_SECRET_KEY). To manage it here, remove that line from .env and restart.',
    });
  });
});
