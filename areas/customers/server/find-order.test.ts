import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendOrderLink } from '#areas/customers/server/find-order.ts';
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
  await t.context.db.execute(sql`delete from graphile_worker._private_jobs`);
  order = await aPaidOrder(t);
  const [row] = await t.context.db.select().from(orders);
  email = row!.email;
});

type Asked = { orderNumber: unknown; email: unknown };

const find = (body: Partial<Asked>, remoteAddress = '203.0.113.9') =>
  t.app.inject({ method: 'POST', url: '/api/orders/find', body, remoteAddress });

/** What the job does later. */
const look = (asked: { orderNumber: string; email: string }) => sendOrderLink(t.context, asked);

const linksWritten = () =>
  t.context.db.select().from(messages).where(eq(messages.kind, 'order_link'));

async function countJobs(): Promise<number> {
  const { rows } = await t.context.db.execute(
    sql`select count(*)::int as n from graphile_worker.jobs where task_identifier = 'send_order_link'`,
  );
  return Number(rows[0]?.['n']);
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

test('the reply and the work behind it are the same whether they belong together or not', async () => {
  const right = await find({ orderNumber: order.orderNumber, email });
  const afterRight = await countJobs();
  const wrong = await find({ orderNumber: 'RT-2222-2222', email: 'eve@example.com' });
  expect([right.statusCode, wrong.statusCode]).toEqual([202, 202]);
  expect(right.body).toBe(wrong.body);
  expect(right.body).not.toContain(order.orderNumber);
  expect([afterRight, await countJobs()]).toEqual([1, 2]);
  // Nothing is looked up before the reply.
  expect(await linksWritten()).toEqual([]);
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
  await strict.close();
});
