/** Webhooks from the change to the receiver: signed, tried again, kept apart, and never to a private address. */
import { eq, sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebhookBody } from '#areas/staff/calls/webhook-events.ts';
import type {
  WebhookMessageReply,
  WebhookReply,
  WebhookSecretReply,
} from '#areas/staff/calls/webhooks.ts';
import { MOST_WEBHOOKS, WEBHOOK_EVENTS, type WebhookEventName } from '#platform/rules/webhooks.ts';
import { webhookMessages, webhookEndpoints } from '#areas/staff/server/tables/webhooks.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { staffSessions } from '#areas/staff/server/tables/staff.ts';
import { purgeWebhookLog } from '#areas/staff/server/webhook-log.ts';
import { createQueue } from '#platform/server/queue/queue.ts';
import { isPublicAddress, pinHost } from '#platform/server/public-address.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, day } from '#quality/support/an-order.ts';
import {
  type Received,
  ReceivingProgram,
} from '#quality/support/integrations/receiving-program.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';

const MINUTE_MS = 60_000;

let t: TestApp;
let owner: StaffClient;
const receivers: ReceivingProgram[] = [];

beforeAll(async () => {
  t = await startTestApp();
  owner = await aStaffClient(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.context.db.delete(webhookEndpoints);
});
afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.close())));

async function aReceiver(events: readonly WebhookEventName[] = WEBHOOK_EVENTS) {
  const receiver = new ReceivingProgram();
  receivers.push(receiver);
  const url = await receiver.listen();
  const reply = await owner.post('/api/admin/webhooks', { url, events });
  expect(reply.statusCode, reply.body).toBe(201);
  const { secret, webhook } = reply.json<WebhookSecretReply>();
  return { receiver, secret, id: webhook.id, got: receiver.got };
}

const newQueue = () => createQueue(t.context);

async function send(): Promise<void> {
  const queue = newQueue();
  await queue.look('webhooks');
  await queue.stop();
}

/** As a receiver would, with a library of others. */
function verified({ headers, body }: Received, secret: string): WebhookBody {
  return WebhookBody.parse(new Webhook(secret).verify(body, headers));
}

const staffRefund = async (id: number) => {
  const reply = await owner.refund(id, {
    amount: '1.00',
    reason: 'A lid was open',
  });
  expect(reply.statusCode, reply.body).toBe(200);
};
const typesOf = (got: readonly Received[]) =>
  got.map(({ body }) => (JSON.parse(body) as { type: string }).type);
const findWebhook = async (id: string) =>
  (await owner.get('/api/admin/webhooks')).json<WebhookReply[]>().find((each) => each.id === id)!;
const logOf = async (id: string) =>
  (await owner.get(`/api/admin/webhooks/${id}/log`)).json<{ messages: WebhookMessageReply[] }>()
    .messages;

describe('what is sent', () => {
  test('an order that is paid, signed so that a stranger’s library accepts it, with nothing of the customer', async () => {
    const { secret, got } = await aReceiver(['order.paid']);
    const { id, orderNumber } = await aPaidOrder(t);
    await send();
    expect(got).toHaveLength(1);
    const event = verified(got[0]!, secret);
    const order = await owner.order(id);
    expect(event).toMatchObject({
      type: 'order.paid',
      data: { orderId: id, orderNumber, status: 'confirmed', total: order.total },
    });
    for (const fact of [A_CUSTOMER.lastName, A_CUSTOMER.email, A_CUSTOMER.address]) {
      expect(got[0]!.body).not.toContain(fact);
    }
    expect(() =>
      new Webhook(`whsec_${btoa('x'.repeat(32))}`).verify(got[0]!.body, got[0]!.headers),
    ).toThrow();
  });

  test('deliveries, changes, cancelling and refunds, to anyone who chose them', async () => {
    const all = await aReceiver();
    const some = await aReceiver(['refund.succeeded']);
    const { id } = await aPaidOrder(t);
    t.setNow(`${day(0)}T02:00:00Z`);
    const listed = await owner.get(`/api/admin/deliveries?date=${day(0)}`);
    const delivery = listed
      .json<{ id: number; orderId: number }[]>()
      .find(({ orderId }) => orderId === id)!;
    await owner.post('/api/admin/deliveries/status', {
      confirm: CONFIRMED,
      deliveries: [{ id: delivery.id }],
      status: 'cooked',
    });
    const { version } = await owner.order(id);
    const cancelled = await owner.delete(`/api/admin/orders/${id}?refund=full&version=${version}`);
    expect(cancelled.statusCode, cancelled.body).toBe(200);
    await send();
    expect((await logOf(all.id)).filter(({ state }) => state !== 'sent')).toEqual([]);
    const types = typesOf(all.got);
    expect(types).toEqual(
      expect.arrayContaining([
        'order.paid',
        'delivery.changed',
        'order.cancelled',
        'refund.succeeded',
      ]),
    );
    for (const each of all.got) verified(each, all.secret);
    expect(typesOf(some.got)).toEqual(['refund.succeeded']);
  });

  test('nothing of a change that was rolled back', async () => {
    const { id } = await aPaidOrder(t);
    const { got } = await aReceiver();
    const failing = t.context.db.transaction(async (tx) => {
      await tx.update(orders).set({ version: 99 }).where(eq(orders.id, id));
      throw new Error('the write failed');
    });
    await expect(failing).rejects.toThrow('the write failed');
    await send();
    expect(got).toEqual([]);
  });

  test('nothing of a write that changes nothing', async () => {
    const { id } = await aPaidOrder(t);
    await staffRefund(id);
    const { id: webhookId } = await aReceiver();
    await t.context.db.execute(sql`update orders set status = status, version = version`);
    await t.context.db.execute(
      sql`update deliveries set status = status, date = date, time_slot = time_slot`,
    );
    await t.context.db.execute(sql`update refunds set state = state`);
    expect(await logOf(webhookId)).toEqual([]);
  });

  test('once, however many processes look for it at the same time', async () => {
    const { got, receiver } = await aReceiver(['order.paid']);
    receiver.answer = () => ({ status: 204, afterMs: 100 });
    for (const name of ['one', 'two', 'three', 'four']) {
      await aPaidOrder(t, { customer: { ...A_CUSTOMER, email: `${name}@example.com` } });
    }
    await Promise.all(Array.from({ length: 5 }, send));
    const ids = got.map(({ headers }) => headers['webhook-id']);
    expect(ids.length).toBe(4);
    expect(new Set(ids).size).toBe(4);
  });

  test('nothing to one that is off, even what was written before', async () => {
    const { id, got } = await aReceiver(['order.paid']);
    await aPaidOrder(t);
    await t.context.db.update(webhookEndpoints).set({ isActive: false });
    await send();
    expect(got).toEqual([]);
    expect((await logOf(id)).map(({ state }) => state)).toEqual(['failed']);
  });

  test('nothing to one that someone switched off, and nothing of that time once it is on again', async () => {
    const { id, got } = await aReceiver(['order.paid']);
    await aPaidOrder(t);
    await owner.put(`/api/admin/webhooks/${id}`, { isActive: false });
    await aPaidOrder(t, { customer: { ...A_CUSTOMER, email: 'while-off@example.com' } });
    await owner.put(`/api/admin/webhooks/${id}`, { isActive: true });
    await send();
    expect(got).toEqual([]);
    expect((await logOf(id)).map(({ state }) => state)).toEqual(['failed']);
  });

  test('what a process that was killed had not sent, by the next one, under the same id', async () => {
    const { got, secret } = await aReceiver(['order.paid']);
    await aPaidOrder(t);
    // Claimed, sent perhaps, and never settled: its process is gone.
    await t.context.db.update(webhookMessages).set({
      tries: 1,
      nextTryAt: new Date(t.context.clock() + 30_000),
    });
    await send();
    expect(got).toEqual([]);
    t.advanceMinutes(1);
    await send();
    expect(got).toHaveLength(1);
    verified(got[0]!, secret);
  });
});

describe('a receiver that does not take it', () => {
  test('at first gets it later, under the same id and with the same body', async () => {
    const { receiver, got, id, secret } = await aReceiver(['order.paid']);
    receiver.answer = (nth) =>
      nth === 1 ? { status: 500, body: 'down for repairs' } : { status: 200 };
    await aPaidOrder(t);
    await send();
    expect((await logOf(id))[0]).toMatchObject({
      state: 'waiting',
      attempts: [{ status: 500, answer: 'down for repairs' }],
    });
    expect((await findWebhook(id)).failingSince).not.toBeNull();
    await send();
    expect(got, 'before its time').toHaveLength(1);
    t.advanceMinutes(1);
    await send();
    expect(got).toHaveLength(2);
    expect([got[1]!.headers['webhook-id'], got[1]!.body]).toEqual([
      got[0]!.headers['webhook-id'],
      got[0]!.body,
    ]);
    verified(got[1]!, secret);
    expect((await logOf(id))[0]).toMatchObject({ state: 'sent', nextTryAt: null });
    expect((await findWebhook(id)).failingSince).toBeNull();
  });

  test('by sending elsewhere is not followed', async () => {
    const other = await aReceiver(['refund.failed']);
    const { receiver, id } = await aReceiver(['order.paid']);
    const location = `http://127.0.0.1:${other.receiver.port}/`;
    receiver.answer = () => ({ status: 307, headers: { location } });
    await aPaidOrder(t);
    await send();
    expect(other.got).toEqual([]);
    expect((await logOf(id))[0]?.attempts[0]?.status).toBe(307);
  });

  test('with an endless answer is cut off after 1 kB', async () => {
    const { receiver, id } = await aReceiver(['order.paid']);
    receiver.answer = () => ({ status: 200, body: 'x'.repeat(100_000), isEndless: true });
    await aPaidOrder(t);
    await send();
    const [message] = await logOf(id);
    expect([message?.state, message?.attempts[0]?.answer.length]).toEqual(['sent', 1024]);
  });

  test('because it is slow keeps no other one waiting', async () => {
    const slow = await aReceiver(['order.paid']);
    slow.receiver.answer = () => 'never';
    const quick = await aReceiver(['order.paid']);
    await aPaidOrder(t);
    const queue = newQueue();
    const first = queue.look('webhooks');
    await expect.poll(() => quick.got.length).toBe(1);
    await aPaidOrder(t, { customer: { ...A_CUSTOMER, email: 'second@example.com' } });
    const second = queue.look('webhooks');
    await expect.poll(() => quick.got.length).toBe(2);
    expect(slow.got, 'still at its first one').toHaveLength(1);
    await queue.stop();
    await Promise.all([first, second]);
    expect((await findWebhook(slow.id)).failingSince, 'we stopped, not they').toBeNull();
    expect((await logOf(slow.id)).flatMap(({ attempts }) => attempts)).toEqual([]);
  });

  test('for three days is switched off with an alarm, and starts again when someone says so', async () => {
    const { receiver, id, got } = await aReceiver(['order.paid']);
    receiver.answer = () => ({ status: 503 });
    await aPaidOrder(t);
    await send();
    for (let days = 0; days < 3; days += 1) {
      expect((await findWebhook(id)).isActive).toBe(true);
      t.advanceMinutes(24 * 60);
      await send();
    }
    expect(await findWebhook(id)).toMatchObject({ isActive: false, offReason: 'failing' });
    const system = (await owner.get('/api/admin/system')).json<{ alarms: { id: string }[] }>();
    expect(system.alarms.map((alarm) => alarm.id)).toContain('webhook_off');
    const [message] = await logOf(id);
    expect(message?.state).toBe('failed');
    const again = () => owner.post(`/api/admin/webhooks/${id}/log/${message!.id}/resend`);
    expect((await again()).json()).toMatchObject({ code: 'webhook_off' });
    await owner.put(`/api/admin/webhooks/${id}`, { isActive: true });
    receiver.answer = () => ({ status: 200 });
    expect((await again()).json()).toMatchObject({ state: 'sent', webhookId: message?.webhookId });
    expect(got.at(-1)?.headers['webhook-id']).toBe(message?.webhookId);
  });
});

describe('where a webhook may lead', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    'fe80::1',
    'fd00:ec2::254',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'ff02::1',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

  test.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  test('in production to https and public addresses alone, however they are written', async () => {
    t.context.allowsLocalHosts = false;
    try {
      for (const url of [
        'http://example.com/hook',
        'https://localhost/hook',
        'https://127.1/hook',
        'https://0x7f000001/hook',
        'https://2130706433/hook',
        'https://[::1]/hook',
        'https://[::ffff:169.254.169.254]/hook',
        'https://10.0.0.8/hook',
        'https://user:secret@example.com/hook',
        'ftp://example.com/hook',
        'not an address',
      ]) {
        const reply = await owner.post('/api/admin/webhooks', { url, events: ['order.paid'] });
        expect([
          url,
          reply.statusCode,
          Object.keys(reply.json<{ fields: object }>().fields ?? {}),
        ]).toEqual([url, 400, ['url']]);
      }
    } finally {
      t.context.allowsLocalHosts = true;
    }
  });

  test('a name with one private address among public ones is refused, and the checked one is used', async () => {
    const host = 'hooks.example';
    const at =
      (...addresses: string[]) =>
      async () =>
        addresses.map((address) => ({ address, family: 4 }));
    await expect(pinHost({}, host, at('1.1.1.1', '127.0.0.1'))).rejects.toThrow(
      'not on the public',
    );
    expect(await pinHost({}, host, at('1.1.1.1', '8.8.8.8'))).toEqual({
      address: '1.1.1.1',
      family: 4,
    });
  });

  test('one that was added earlier is not called once that is forbidden', async () => {
    const { got, id } = await aReceiver(['order.paid']);
    await aPaidOrder(t);
    t.context.allowsLocalHosts = false;
    try {
      await send();
    } finally {
      t.context.allowsLocalHosts = true;
    }
    expect(got).toEqual([]);
    expect((await logOf(id))[0]?.attempts[0]?.error).toBe(
      'The address is not on the public internet',
    );
  });
});

describe('in the portal', () => {
  test('there can be ten, also when more are added at once', async () => {
    const body = { url: 'http://127.0.0.1:9/', events: ['order.paid'] };
    const replies = await Promise.all(
      Array.from({ length: MOST_WEBHOOKS + 2 }, () => owner.post('/api/admin/webhooks', body)),
    );
    const codes = replies.flatMap((reply) =>
      reply.statusCode === 201 ? [] : [reply.json<{ code: string }>().code],
    );
    expect(codes).toEqual(['too_many_webhooks', 'too_many_webhooks']);
    expect((await owner.get('/api/admin/webhooks')).json()).toHaveLength(MOST_WEBHOOKS);
  });

  test('what leads data elsewhere asks for the password again', async () => {
    const { id } = await aReceiver();
    const other = await aStaffClient(t);
    await t.context.db
      .update(staffSessions)
      .set({ confirmedAt: sql`now() - interval '11 minutes'` })
      .where(eq(staffSessions.userId, other.staff.id));
    const body = { url: 'http://127.0.0.1:9/', events: ['order.paid'] };
    for (const reply of [
      await other.post('/api/admin/webhooks', body),
      await other.put(`/api/admin/webhooks/${id}`, { isActive: true }),
      await other.post(`/api/admin/webhooks/${id}/secret`),
    ]) {
      expect([reply.statusCode, reply.json()]).toMatchObject([403, { code: 'confirm_first' }]);
    }
  });

  test('a new secret is signed with beside the former one for 24 hours', async () => {
    const { got, id, secret } = await aReceiver(['order.paid']);
    const reply = await owner.post(`/api/admin/webhooks/${id}/secret`);
    const fresh = reply.json<WebhookSecretReply>().secret;
    expect(fresh).toMatch(/^whsec_/);
    await owner.post(`/api/admin/webhooks/${id}/test`);
    verified(got[0]!, secret);
    verified(got[0]!, fresh);
    await t.context.db
      .update(webhookEndpoints)
      .set({ oldSecretUntil: sql`now() - interval '1 second'` });
    await owner.post(`/api/admin/webhooks/${id}/test`);
    expect(() => verified(got[1]!, secret)).toThrow();
    verified(got[1]!, fresh);
  });

  test('a test event says at once what came back, and is not tried again', async () => {
    const { receiver, id, got } = await aReceiver(['order.paid']);
    receiver.answer = () => ({ status: 404, body: 'no such hook' });
    const reply = await owner.post(`/api/admin/webhooks/${id}/test`);
    expect(reply.json()).toMatchObject({
      type: 'test',
      state: 'failed',
      attempts: [{ status: 404, answer: 'no such hook' }],
    });
    t.advanceMinutes(60);
    await send();
    expect(got).toHaveLength(1);
    expect((await findWebhook(id)).failingSince).toBeNull();
  });

  test('secrets are in no list, log or trail', async () => {
    const { id, secret } = await aReceiver();
    await owner.put(`/api/admin/webhooks/${id}`, { events: ['order.paid'] });
    for (const url of [
      '/api/admin/webhooks',
      `/api/admin/webhooks/${id}/log`,
      '/api/admin/audit',
    ]) {
      const reply = await owner.get(url);
      expect([reply.statusCode, reply.body.includes(secret.slice(8))]).toEqual([200, false]);
    }
  });

  test('the log is forgotten after 30 days, but nothing that waits', async () => {
    const { receiver, id } = await aReceiver(['order.paid']);
    await aPaidOrder(t);
    await send();
    receiver.answer = () => ({ status: 500 });
    await aPaidOrder(t, { customer: { ...A_CUSTOMER, email: 'third@example.com' } });
    const old = new Date(t.context.clock() - 31 * 24 * 60 * MINUTE_MS);
    await t.context.db.update(webhookMessages).set({ createdAt: old });
    expect(await purgeWebhookLog(t.context)).toBe(1);
    expect((await logOf(id)).map(({ state }) => state)).toEqual(['waiting']);
  });
});
