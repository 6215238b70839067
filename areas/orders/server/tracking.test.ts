import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import {
  aPaidOrder,
  aStaffClient,
  type PaidOrder,
  refundsAtGateway,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const THE_CUTOFF = '2026-01-11T07:00:00Z';
const A_MINUTE_BEFORE = '2026-01-11T06:59:00Z';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  t.setNow('2026-01-07T02:00:00Z');
});
afterEach(() => checkInvariants(t.context.db));

const tokenOf = ({ id }: PaidOrder) => trackingTokenOf(t, id);

async function aTrackedOrder() {
  const order = await aPaidOrder(t);
  return { ...order, token: await tokenOf(order) };
}

const pathOf = (token: string, rest = '') => `/api/orders/track/${token}${rest}`;
const look = (token: string) => t.app.inject(pathOf(token));
const cancel = (token: string) => t.app.inject({ method: 'POST', url: pathOf(token, '/cancel') });
const instruct = (token: string, specialInstructions: unknown) =>
  t.app.inject({
    method: 'PUT',
    url: pathOf(token, '/instructions'),
    body: { specialInstructions },
  });

test('the page shows what arrives when, the price and the deadline for changes', async () => {
  const { token, orderNumber } = await aTrackedOrder();
  const reply = await look(token);
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  expect(reply.json<TrackedOrderReply>()).toMatchObject({
    orderNumber,
    status: 'confirmed',
    tax: '0.00',
    deliveryLines: [{ label: 'Delivery, Mia: weekly delivery, one fee of $5.99', amount: '5.99' }],
    changeUntil: '2026-01-11T07:00:00.000Z',
    whyUnchangeable: null,
    refunds: [],
    deliveries: [{ date: '2026-01-13', timeSlot: '11:00-13:00', status: 'planned' }],
  });
});

describe('a customer who cancels', () => {
  test('a minute before the cutoff gets a full refund immediately, and the place is free again', async () => {
    const { id, token, paymentIntentId } = await aTrackedOrder();
    t.setNow(A_MINUTE_BEFORE);
    const reply = await cancel(token);
    expect(reply.statusCode, reply.body).toBe(200);
    const { total, refunds, status } = reply.json<TrackedOrderReply>();
    expect(status).toBe('cancelled');
    expect(refunds).toMatchObject([{ amount: total, state: 'succeeded' }]);
    const back = await refundsAtGateway(t, paymentIntentId);
    expect(back.map(({ amount }) => amount)).toEqual([Math.round(Number(total) * 100)]);
    const slots = await t.context.db.select().from(deliverySlots);
    expect(slots.map(({ booked }) => booked)).toEqual([0]);
    const emails = await t.context.db
      .select()
      .from(messages)
      .where(eq(messages.orderId, id))
      .orderBy(messages.id);
    expect(emails.map(({ kind }) => kind)).toEqual(['order_confirmation', 'cancelled']);
    const [trace] = await t.context.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'order.customer_cancel'));
    expect(trace).toMatchObject({ entityId: String(id), staffEmail: null });
  });

  test('at the second of the cutoff is told why not, and changes nothing', async () => {
    const { token, paymentIntentId } = await aTrackedOrder();
    t.setNow(THE_CUTOFF);
    const reply = await cancel(token);
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toEqual({
      code: 'closed',
      message:
        'Changes to this order closed on Sun 11 Jan 2026 at 5pm, when we started buying ingredients. Call us on (07) 5550 0164.',
    });
    expect((await look(token)).json()).toMatchObject({ status: 'confirmed', refunds: [] });
    expect(await refundsAtGateway(t, paymentIntentId)).toEqual([]);
  });

  test('with a double click, in several tabs or with staff at the same moment, is refunded once', async () => {
    const staffClient = await aStaffClient(t);
    const { id, token, paymentIntentId } = await aTrackedOrder();
    const replies = await Promise.all([
      cancel(token),
      cancel(token),
      staffClient.delete(`/api/admin/orders/${id}`),
      cancel(token),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).filter((code) => code >= 500)).toEqual([]);
    expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
    expect((await cancel(token)).json()).toMatchObject({ status: 'cancelled' });
  });

  test('an order that has been delivered is refused', async () => {
    const staffClient = await aStaffClient(t);
    const { id, token } = await aTrackedOrder();
    await staffClient.put(`/api/admin/orders/${id}/status`, { status: 'delivered' });
    expect((await cancel(token)).json()).toMatchObject({
      code: 'closed',
      message: 'This order is already delivered.',
    });
  });

  test('while the card provider is not responding has the refund on its way', async () => {
    const { token } = await aTrackedOrder();
    const { gateway } = t.context;
    t.context.gateway = { ...gateway, createRefund: () => Promise.reject(new Error('no answer')) };
    const reply = await cancel(token);
    t.context.gateway = gateway;
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({ status: 'cancelled', refunds: [{ state: 'sent' }] });
  });
});

describe('instructions', () => {
  test('can be changed until the cutoff, are recorded, and are confirmed by email', async () => {
    const { id, token } = await aTrackedOrder();
    const reply = await instruct(token, '  Side gate; no onion please  ');
    expect(reply.json()).toMatchObject({ specialInstructions: 'Side gate; no onion please' });
    const [trace] = await t.context.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'order.customer_edit'));
    expect(trace).toMatchObject({
      entityId: String(id),
      before: { version: 1, specialInstructions: '' },
      after: { version: 2, specialInstructions: 'Side gate; no onion please' },
    });
    const kinds = await t.context.db.select({ kind: messages.kind }).from(messages);
    expect(kinds).toContainEqual({ kind: 'order_changed' });
  });

  test('that are unchanged do nothing', async () => {
    const { token } = await aTrackedOrder();
    await instruct(token, '');
    const kinds = await t.context.db.select({ kind: messages.kind }).from(messages);
    expect(kinds).toEqual([{ kind: 'order_confirmation' }]);
  });

  test('are refused after the cutoff', async () => {
    const { token } = await aTrackedOrder();
    t.setNow(THE_CUTOFF);
    expect((await instruct(token, 'Ring twice')).json()).toMatchObject({ code: 'closed' });
    expect((await look(token)).json()).toMatchObject({ specialInstructions: '' });
  });

  test.each([['x'.repeat(501)], [null], [5], [undefined], ['a\u0000b']])(
    'are refused when they are %j',
    async (sent) => {
      const { token } = await aTrackedOrder();
      const reply = await instruct(token, sent);
      expect(reply.statusCode).toBe(400);
      expect(Object.keys(reply.json().fields)).toEqual(['specialInstructions']);
    },
  );

  test('with strange characters are kept and shown as text', async () => {
    const { token } = await aTrackedOrder();
    const sent = '<script>alert(1)</script>\n=cmd|calc';
    expect((await instruct(token, sent)).json()).toMatchObject({ specialInstructions: sent });
  });
});

test('unknown, mistyped and other people’s links get the same reply from every call', async () => {
  const { token, orderNumber } = await aTrackedOrder();
  const replies = await Promise.all(
    [token.slice(1), `${token}x`, orderNumber, 'A'.repeat(32), '%00', '..%2f..'].flatMap(
      (wrong) => [
        look(wrong),
        cancel(wrong),
        instruct(wrong, 'x'),
        t.app.inject(pathOf(wrong, '/calendar.ics')),
        t.app.inject(pathOf(wrong, '/receipt.pdf')),
      ],
    ),
  );
  const answers = new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`));
  expect([...answers]).toEqual(['404 {"message":"This order was not found","code":"not_found"}']);
});

test('someone who guesses links is slowed down, by address', async () => {
  const strict = await startTestApp({ throttle: true });
  const from = (remoteAddress: string) =>
    strict.app.inject({ method: 'POST', url: pathOf('A'.repeat(32), '/cancel'), remoteAddress });
  const replies = await Promise.all(Array.from({ length: 40 }, () => from('203.0.113.7')));
  const codes = replies.map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 404)).toHaveLength(30);
  expect(codes.filter((code) => code === 429)).toHaveLength(10);
  expect((await from('203.0.113.8')).statusCode).toBe(404);
  await strict.close();
});

test('the calendar has an event for each delivery', async () => {
  const [lunch] = (await menuOf(t)).filter((meal) => meal.mealType === 'lunch');
  const dates = [0, 1, 2, 3, 4].map(day);
  const order = await aPaidOrder(t, {
    orderItems: dates.map((date) => anItem(lunch!, { mealDate: date, deliveryDate: date })),
  });
  const reply = await t.app.inject(pathOf(await tokenOf(order), '/calendar.ics'));
  expect(reply.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="order-${order.orderNumber}.ics"`,
    'cache-control': 'no-store',
  });
  expect(reply.body.match(/^DTSTART;TZID=Australia\/Brisbane:\d{8}T110000\r$/gm)).toHaveLength(5);
  expect(new Set(reply.body.match(/^UID:.*$/gm)).size).toBe(5);
  expect(reply.body.replaceAll('\r\n ', '')).toContain(lunch!.name.replaceAll(',', String.raw`\,`));
});

test('a page that asks again gets nothing it has already, and all of it once something changed', async () => {
  const { token } = await aTrackedOrder();
  const first = await look(token);
  const again = (etag: unknown) =>
    t.app.inject({ url: pathOf(token), headers: { 'if-none-match': String(etag) } });
  const { etag } = first.headers;
  const same = await again(etag);
  expect([same.statusCode, same.body, same.headers['cache-control']]).toEqual([
    304,
    '',
    'no-store',
  ]);
  // The page counts from the server's time, whatever the device's clock says.
  expect(same.headers.date).toBe('Wed, 07 Jan 2026 02:00:00 GMT');
  await instruct(token, 'Side gate');
  const changed = await again(etag);
  expect(changed.statusCode).toBe(200);
  expect(changed.json()).toMatchObject({ specialInstructions: 'Side gate' });
});

test('a portion says what it is at the table: where its meal is, how to heat and keep it, until when', async () => {
  const { token } = await aTrackedOrder();
  const { deliveries } = (await look(token)).json<TrackedOrderReply>();
  const [item] = deliveries[0]?.items ?? [];
  const meal = (await menuOf(t)).find(({ id }) => id === item?.mealId);
  expect(item).toMatchObject({
    slug: meal?.slug,
    heating: meal?.heating,
    storage: meal?.storage,
    freezable: meal?.freezable,
    useBy: addDays(day(0), meal?.shelfLifeDays ?? 0),
    isWarm: false,
    missing: null,
  });
  expect(item?.picture).toMatch(/^\/images\//);
});
