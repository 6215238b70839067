/** A webhook that nobody answers goes off once, and its owners hear of it. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type {
  WebhookMessageReply,
  WebhookReply,
  WebhookSecretReply,
} from '#areas/staff/calls/webhooks.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { webhookEndpoints } from '#areas/staff/server/tables/webhooks.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { createQueue } from '#platform/server/queue/queue.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { ReceivingProgram } from '#quality/support/integrations/receiving-program.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

const DAY_MINUTES = 24 * 60;

let t: TestApp;
let owner: StaffClient;
let second: StaffClient;
const receivers: ReceivingProgram[] = [];

beforeAll(async () => {
  t = await startTestApp();
  owner = await aStaffClient(t);
  second = await aStaffClient(t);
  await aStaffClient(t, { role: 'manager' });
  const former = await aStaffClient(t);
  await owner.put(`/api/admin/staff/${former.staff.id}`, { isActive: false });
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
  await t.context.db.delete(webhookEndpoints);
  await t.context.db.delete(messages);
});
afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.close())));

async function aWebhook(status: number) {
  const receiver = new ReceivingProgram();
  receivers.push(receiver);
  receiver.answer = () => ({ status });
  const url = `${await receiver.listen()}?key=not-for-emails`;
  const reply = await owner.post('/api/admin/webhooks', { url, events: ['order.paid'] });
  expect(reply.statusCode, reply.body).toBe(201);
  const { id } = reply.json<WebhookSecretReply>().webhook;
  return { id, receiver, host: `127.0.0.1:${receiver.port}` };
}

const newQueue = () => createQueue(t.context);

async function send(): Promise<void> {
  const queue = newQueue();
  await queue.look('webhooks');
  await queue.stop();
}

async function sendForThreeDays(): Promise<void> {
  for (let days = 0; days <= 3; days += 1) {
    await send();
    t.advanceMinutes(DAY_MINUTES);
  }
}

async function emails() {
  while ((await sendMessages(t.context)) > 0);
  const rows = await t.context.db.select().from(messages).where(eq(messages.kind, 'webhook_off'));
  return rows.map(({ recipient, mail }) => ({ recipient, ...mail! }));
}
const findWebhook = async (id: string) =>
  (await owner.get('/api/admin/webhooks')).json<WebhookReply[]>().find((each) => each.id === id)!;

test('each active owner gets one email: what failed, since when, and where to switch it on', async () => {
  const { id, host } = await aWebhook(503);
  await aPaidOrder(t);
  await sendForThreeDays();
  expect(await findWebhook(id)).toMatchObject({ isActive: false, offReason: 'failing' });
  const sent = await emails();
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual(
    [owner.staff.email, second.staff.email].toSorted(),
  );
  const [{ text, subject }] = sent as [(typeof sent)[0]];
  expect(subject).toBe(`Webhook to ${host} switched off`);
  for (const words of [
    `The program at ${host} has taken nothing for 3 days.`,
    'Failing since: Wed 7 Jan 2026, midday.',
    'Last attempt: It answered 503.',
    '1 event was not sent.',
    'http://localhost/admin?tab=api',
  ]) {
    expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
  }
  expect(text, 'the address may have a secret in it').not.toContain('not-for-emails');
});

test('that two processes find failing at once is switched off once, with one email an owner', async () => {
  await aWebhook(503);
  await aPaidOrder(t);
  await aPaidOrder(t);
  await aPaidOrder(t);
  await send();
  t.advanceMinutes(3 * DAY_MINUTES);
  await Promise.all([send(), send(), send()]);
  await send();
  expect(await emails()).toHaveLength(2);
});

test('that is switched on and fails for three more days is told of again', async () => {
  const { id } = await aWebhook(503);
  await aPaidOrder(t);
  await sendForThreeDays();
  await emails();
  await owner.put(`/api/admin/webhooks/${id}`, { isActive: true });
  await aPaidOrder(t);
  await send();
  expect((await findWebhook(id)).isActive, 'its three days start anew').toBe(true);
  await sendForThreeDays();
  expect((await findWebhook(id)).isActive).toBe(false);
  expect(await emails()).toHaveLength(4);
});

test('whose receiver answers 410 goes off at once, with everything that waits', async () => {
  const { id, receiver, host } = await aWebhook(410);
  await aPaidOrder(t);
  await aPaidOrder(t);
  await send();
  expect(await findWebhook(id)).toMatchObject({ isActive: false, offReason: 'gone' });
  expect(receiver.got, 'the second is not even tried').toHaveLength(1);
  const log = await owner.get(`/api/admin/webhooks/${id}/log`);
  const { messages: told } = log.json<{ messages: WebhookMessageReply[] }>();
  expect(told.map(({ state }) => state)).toEqual(['failed', 'failed']);
  const [email] = await emails();
  expect(email?.text.replaceAll(/\s+/g, ' ')).toContain(
    `The program at ${host} answered that it no longer takes events (410 Gone).`,
  );
  expect(email?.text).toContain('2 events were not sent.');
});

test('a test event that is answered 410 switches nothing off, nor does one that staff switched off write', async () => {
  const { id } = await aWebhook(410);
  await owner.post(`/api/admin/webhooks/${id}/test`);
  expect((await findWebhook(id)).isActive).toBe(true);
  await owner.put(`/api/admin/webhooks/${id}`, { isActive: false });
  await aPaidOrder(t);
  await send();
  expect(await findWebhook(id)).toMatchObject({ isActive: false, offReason: null });
  expect(await emails()).toEqual([]);
  const { rows } = await t.context.db.execute(sql`
    select count(*)::int as told from webhook_messages where type <> 'test'`);
  expect(rows).toEqual([{ told: 0 }]);
});
