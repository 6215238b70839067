import { eq, sql } from 'drizzle-orm';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  linkRequestWork,
  requestOrderLink,
  sendOrderLinks,
} from '#areas/customers/server/find-order.ts';
import { linkRequests } from '#areas/customers/server/tables/customers.ts';
import { claimDue } from '#platform/server/queue/due-work.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { aPaidOrder, type PaidOrder, trackingTokenOf } from '#quality/support/a-paid-order.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let order: PaidOrder;
let email: string;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
  await t.context.db.delete(linkRequests);
  order = await aPaidOrder(t);
  const [row] = await t.context.db.select().from(orders);
  email = row!.email;
});

type Asked = { orderNumber: unknown; email: unknown };

const find = (body: Partial<Asked>, remoteAddress = '203.0.113.9') =>
  t.app.inject({ method: 'POST', url: '/api/orders/find', body, remoteAddress });

/** And what the queue does with it later. */
async function look(asked: { orderNumber: string; email: string }): Promise<void> {
  await requestOrderLink(t.context, asked);
  await sendOrderLinks(t.context);
}

const linksWritten = () =>
  t.context.db.select().from(messages).where(eq(messages.kind, 'order_link'));

/** How many rows each table has, but for the email to anyone who has an order, which is to be written. */
async function countRows(): Promise<Record<string, number>> {
  const { db } = t.context;
  const { rows } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'messages'`,
  );
  const counts = rows.map(async ({ name }) => [name, await db.$count(sql.identifier(name))]);
  return Object.fromEntries(await Promise.all(counts)) as Record<string, number>;
}

describe('an order is found', () => {
  test('by number and email: its own address gets the link', async () => {
    await look({ orderNumber: order.orderNumber, email });
    const [link] = await linksWritten();
    expect(link).toMatchObject({ recipient: email, orderId: order.id });
    await sendMessages(t.context);
    const [sent] = await linksWritten();
    expect(sent?.mail?.text).toContain(`/track/${await trackingTokenOf(t, order.id)}`);
  });

  test.each([
    ['in small letters', (number: string) => number.toLowerCase()],
    ['with spaces', (number: string) => ` ${number.replaceAll('-', ' ')} `],
    ['without dashes', (number: string) => number.replaceAll('-', '')],
    ['without its prefix', (number: string) => number.slice(3)],
    ['with the prefix of another year', (number: string) => `OLD${number.slice(2)}`],
  ])('when its number is typed %s', async (_, typed) => {
    await look({ orderNumber: typed(order.orderNumber), email: ` ${email.toUpperCase()}` });
    expect(await linksWritten()).toHaveLength(1);
  });

  test('twice within minutes is one email, and later is another', async () => {
    const asked = { orderNumber: order.orderNumber, email };
    await look(asked);
    await look(asked);
    expect(await linksWritten()).toHaveLength(1);
    t.advanceMinutes(11);
    await look(asked);
    expect(await linksWritten()).toHaveLength(2);
  });
});

test.each([
  ['another email', () => ({ orderNumber: order.orderNumber, email: 'eve@example.com' })],
  ['another number', () => ({ orderNumber: 'RT-2222-2222', email })],
  ['no number at all', () => ({ orderNumber: 'my lunch', email })],
])('with %s nothing is sent', async (_, asked) => {
  await look(asked());
  expect(await linksWritten()).toEqual([]);
});

test('the reply, and the traces before and after the try, are the same whether they belong together or not', async () => {
  const { changes, log } = t.context;
  const told: (string | null)[] = [];
  const logged: unknown[] = [];
  const stopListening = changes.onWorkDue((kind) => told.push(kind));
  const note = (...line: unknown[]) => void logged.push(line);
  t.context.log = { info: note, warn: note, error: note } as typeof log;
  const before = await countRows();
  const traces = [];
  for (const asked of [
    { orderNumber: order.orderNumber, email },
    { orderNumber: 'RT-2222-2222', email: 'eve@example.com' },
  ]) {
    const { statusCode, body } = await find(asked);
    const [request] = await t.context.db.select().from(linkRequests);
    expect(request).toMatchObject(asked);
    const { id: _, orderNumber: _number, email: _email, ...row } = request!;
    // Nothing is looked up before the reply.
    expect((await linksWritten()).length).toBe(traces.length);
    const asSoon = await countRows();
    await sendOrderLinks(t.context);
    traces.push({ statusCode, body, row, asSoon, later: await countRows(), logged: [...logged] });
    logged.length = 0;
    await expect.poll(() => told.splice(0)).toContain('link_requests');
  }
  stopListening();
  t.context.log = log;
  expect(await linksWritten()).toHaveLength(1);
  expect(traces[1]).toEqual(traces[0]);
  expect(traces[0]).toMatchObject({ statusCode: 202, asSoon: { link_requests: 1 }, later: before });
  expect(traces[0]!.body).not.toContain(order.orderNumber);
});

test('a request is tried again when its process was killed, once, and deleted', async () => {
  await requestOrderLink(t.context, { orderNumber: order.orderNumber, email });
  expect(await claimDue(t.context, linkRequestWork)).not.toBeNull();
  await sendOrderLinks(t.context);
  expect(await linksWritten()).toEqual([]);
  t.advanceMinutes(1);
  await Promise.all([sendOrderLinks(t.context), sendOrderLinks(t.context)]);
  expect(await linksWritten()).toHaveLength(1);
  expect(await t.context.db.$count(linkRequests)).toBe(0);
});

test('a request that nobody tried for more than an hour is only deleted', async () => {
  await requestOrderLink(t.context, { orderNumber: order.orderNumber, email });
  t.advanceMinutes(61);
  await sendOrderLinks(t.context);
  expect(await linksWritten()).toEqual([]);
  expect(await t.context.db.$count(linkRequests)).toBe(0);
});

test.each([
  [{ orderNumber: '', email: 'mia@example.com' }, 'orderNumber'],
  [{ email: 'mia@example.com' }, 'orderNumber'],
  [{ orderNumber: 'RT-2222-2222', email: 'mia' }, 'email'],
  [{ orderNumber: 'RT-2222-2222', email: 5 }, 'email'],
])('%j is refused, and the field named', async (body, field) => {
  const reply = await find(body);
  expect(reply.statusCode).toBe(400);
  expect(Object.keys(reply.json().fields)).toEqual([field]);
});

test('guessing is slowed down by address, and by email from wherever it comes', async () => {
  const strict = await startTestApp({ throttle: true });
  const ask = (to: string, remoteAddress: string) =>
    strict.app.inject({
      method: 'POST',
      url: '/api/orders/find',
      body: { orderNumber: 'RT-2222-2222', email: to },
      remoteAddress,
    });
  const codes = async (asked: Promise<{ statusCode: number }>[]) =>
    (await Promise.all(asked)).map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  const oneAddress = await codes(
    Array.from({ length: 25 }, (_, index) => ask(`p${index}@example.com`, '203.0.113.1')),
  );
  expect(oneAddress.filter((code) => code === 202)).toHaveLength(20);
  const oneEmail = await codes(
    Array.from({ length: 8 }, (_, index) => ask('mia@example.com', `203.0.113.${index + 10}`)),
  );
  expect(oneEmail).toEqual([202, 202, 202, 202, 202, 429, 429, 429]);
  const counters = await strict.context.db.select().from(throttleCounters);
  expect(JSON.stringify(counters)).not.toContain('@');
  await strict.close();
});
