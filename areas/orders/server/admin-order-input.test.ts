/** How the calls that change orders handle input that no portal page would send. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { refunds } from '#areas/order-book/server/tables/payments.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;
let id: number;
/** Whether the order is still as it was made; then the next test may have it too. */
let isUntouched = false;

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  if (!isUntouched) {
    await t.clearOrders();
    id = (await aPaidOrder(t)).id;
  }
  isUntouched = false;
});
afterEach(async () => {
  await checkInvariants(t.context.db);
  expect(await staffClient.order(id)).toMatchObject({
    status: 'confirmed',
    version: 1,
    refunds: [],
  });
  expect(await t.context.db.$count(refunds)).toBe(0);
  isUntouched = true;
});

const HUGE = 'x'.repeat(100_000);
const SCRIPT = '<script>alert(1)</script>';

type Call = (order: number) => ReturnType<StaffClient['put']>;

const calls: Record<string, Call> = {
  status: (order) => staffClient.put(`/api/admin/orders/${order}/status`, { status: 'pending' }),
  cancel: (order) => staffClient.delete(`/api/admin/orders/${order}`),
  edit: async (order) => staffClient.put(`/api/admin/orders/${order}`, await asItIs()),
  refund: (order) =>
    staffClient.post(`/api/admin/orders/${order}/refund`, {
      amount: '1.00',
      reason: 'Why not',
      version: 1,
    }),
  read: (order) => staffClient.get(`/api/admin/orders/${order}`),
};

async function asItIs() {
  const { customer, orderItems } = await staffClient.order(id);
  const withoutMeal = (item: (typeof orderItems)[number]) => {
    const { meal: _, ...sent } = item;
    return sent;
  };
  return { customer, orderItems: orderItems.map(withoutMeal) };
}

describe.each(Object.keys(calls))('%s', (name) => {
  test('of an order that does not exist is a 404', async () => {
    const reply = await calls[name]!(2_147_483_647);
    expect(reply.statusCode, reply.body).toBe(404);
  });

  test.each([0, -1, 1.5, 2_147_483_648, 1e21, Number.NaN])(
    'of an order with the id %s is a 400',
    async (order) => {
      const reply = await calls[name]!(order);
      expect(reply.statusCode, reply.body).toBe(400);
      expect(reply.json().fields).toHaveProperty('id');
    },
  );
});

describe('a status is refused with the name of the field', () => {
  test.each<[string, unknown, string]>([
    ['missing', {}, 'status'],
    ['no body at all', undefined, 'body'],
    ['a list', ['pending'], 'body'],
    ['null', { status: null }, 'status'],
    ['a number', { status: 1 }, 'status'],
    ['unknown', { status: 'eaten' }, 'status'],
    ['other capitals', { status: 'Pending' }, 'status'],
    ['a script', { status: SCRIPT }, 'status'],
    ['enormous', { status: HUGE }, 'status'],
    ['a version of text', { status: 'pending', version: '1' }, 'version'],
    ['a negative version', { status: 'pending', version: -1 }, 'version'],
    ['an enormous version', { status: 'pending', version: 1e300 }, 'version'],
  ])('%s', async (_what, body, field) => {
    const reply = await staffClient.put(`/api/admin/orders/${id}/status`, body);
    expect(reply.statusCode, reply.body).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual([field]);
  });
});

test('what else is sent with a status is not read', async () => {
  const { status, orderNumber } = await staffClient.order(id);
  const sent = { status, orderNumber, total: '0.00' };
  const reply = await staffClient.put(`/api/admin/orders/${id}/status`, sent);
  expect(reply.statusCode, reply.body).toBe(200);
});

describe('a cancellation is refused with the name of the field', () => {
  test.each([
    ['refund=half', 'refund'],
    ['refund=', 'refund'],
    ['refund=full&refund=none', 'refund'],
    ['amount=1', 'amount'],
    ['version=one', 'version'],
    ['version=0', 'version'],
  ])('%s', async (query, field) => {
    const reply = await staffClient.delete(`/api/admin/orders/${id}?${query}`);
    expect(reply.statusCode, reply.body).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual([field]);
  });
});

describe('a refund is refused with the name of the field', () => {
  test.each<[string, object, string]>([
    ['no reason', { amount: '1.00' }, 'reason'],
    ['a blank reason', { amount: '1.00', reason: '  ' }, 'reason'],
    ['an enormous reason', { amount: '1.00', reason: HUGE }, 'reason'],
    ['a reason that cannot be stored', { amount: '1.00', reason: 'a\u0000b' }, 'reason'],
    ['half a character', { amount: '1.00', reason: 'a\ud800' }, 'reason'],
    ['nothing', { amount: '0.00', reason: 'x' }, 'amount'],
    ['a negative amount', { amount: '-1.00', reason: 'x' }, 'amount'],
    ['an amount as a number', { amount: 1, reason: 'x' }, 'amount'],
    ['a fraction of a cent', { amount: '1.001', reason: 'x' }, 'amount'],
    ['an enormous amount', { amount: '9'.repeat(50), reason: 'x' }, 'amount'],
    ['a word', { amount: 'all', reason: 'x' }, 'amount'],
    ['an unknown field', { amount: '1.00', reason: 'x', to: 'me' }, 'to'],
    [
      'no version, so that two clicks would be two refunds',
      { amount: '1.00', reason: 'x', version: undefined },
      'version',
    ],
  ])('%s', async (_what, body, field) => {
    const reply = await staffClient.refund(id, body);
    expect(reply.statusCode, reply.body).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual([field]);
  });
});

describe('an edit is refused with the name of the field', () => {
  type Sent = Awaited<ReturnType<typeof asItIs>>;
  const customer = (change: object) => (sent: Sent) => ({
    ...sent,
    customer: { ...sent.customer, ...change },
  });
  const item = (change: object) => (sent: Sent) => ({
    ...sent,
    orderItems: [{ ...sent.orderItems[0], ...change }],
  });

  test.each<[string, (sent: Sent) => unknown, string]>([
    ['no customer', ({ orderItems }) => ({ orderItems }), 'customer'],
    ['no items', ({ customer: one }) => ({ customer: one }), 'orderItems'],
    ['an empty list', (sent) => ({ ...sent, orderItems: [] }), 'orderItems'],
    [
      'endless items',
      (sent) => ({ ...sent, orderItems: Array.from({ length: 169 }, () => sent.orderItems[0]) }),
      'orderItems',
    ],
    ['items as text', (sent) => ({ ...sent, orderItems: 'all' }), 'orderItems'],
    [
      'a misspelt allergy',
      (sent) => ({ ...sent, people: [{ name: 'Mia', alergens: ['milk'] }] }),
      'people.0.alergens',
    ],
    ['no first name', customer({ firstName: undefined }), 'customer.firstName'],
    ['a name of numbers', customer({ firstName: 7 }), 'customer.firstName'],
    ['an enormous name', customer({ lastName: HUGE }), 'customer.lastName'],
    ['a name with NUL', customer({ lastName: 'a\u0000' }), 'customer.lastName'],
    ['no email', customer({ email: undefined }), 'customer.email'],
    ['a script as email', customer({ email: SCRIPT }), 'customer.email'],
    ['a script as phone', customer({ phone: SCRIPT }), 'customer.phone'],
    ['an address as object', customer({ address: { line1: '1 St' } }), 'customer.address'],
    [
      'an unknown delivery preference',
      customer({ deliveryPreference: 'tepid' }),
      'customer.deliveryPreference',
    ],
    [
      'enormous instructions',
      customer({ specialInstructions: HUGE }),
      'customer.specialInstructions',
    ],
    ['an id of text', item({ id: '1' }), 'orderItems.0.id'],
    ['a negative id', item({ id: -1 }), 'orderItems.0.id'],
    ['no meal', item({ mealId: undefined }), 'orderItems.0.mealId'],
    ['an enormous meal id', item({ mealId: 2_147_483_648 }), 'orderItems.0.mealId'],
    ['half a meal', item({ mealId: 0.5 }), 'orderItems.0.mealId'],
    ['breakfast', item({ mealType: 'breakfast' }), 'orderItems.0.mealType'],
    ['no date', item({ deliveryDate: undefined }), 'orderItems.0.deliveryDate'],
    [
      'a day that does not exist',
      item({ deliveryDate: '2026-02-30' }),
      'orderItems.0.deliveryDate',
    ],
    ['the year 0', item({ deliveryDate: '0000-01-01' }), 'orderItems.0.deliveryDate'],
    ['a moment', item({ mealDate: '2026-01-13T00:00:00Z' }), 'orderItems.0.mealDate'],
    ['a negative price', item({ price: '-1.00' }), 'orderItems.0.price'],
    ['a price as a number', item({ price: 14.99 }), 'orderItems.0.price'],
    ['midnight', item({ deliveryWindow: '00:00-02:00' }), 'orderItems.0.deliveryWindow'],
    ['an enormous person', item({ personName: HUGE }), 'orderItems.0.personName'],
    ['a person of numbers', item({ personName: 1 }), 'orderItems.0.personName'],
  ])('%s', async (_what, change, field) => {
    const reply = await staffClient.put(`/api/admin/orders/${id}`, change(await asItIs()));
    expect(reply.statusCode, reply.body).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual([field]);
  });

  test.each(['{', 'null', '"x"', '[]', '{"customer":{"__proto__":{}}}', '{"a":'.repeat(5000)])(
    'a body that is not an order: %.30s',
    async (body) => {
      const reply = await t.app.inject({
        method: 'PUT',
        url: `/api/admin/orders/${id}`,
        headers: { cookie: staffClient.cookie, 'content-type': 'application/json' },
        body,
      });
      expect(reply.statusCode, reply.body).toBe(400);
    },
  );

  test('another kind of body', async () => {
    const reply = await t.app.inject({
      method: 'PUT',
      url: `/api/admin/orders/${id}`,
      headers: { cookie: staffClient.cookie, 'content-type': 'application/xml' },
      body: '<order/>',
    });
    expect(reply.statusCode).toBe(415);
  });

  test('a body that is far too large', async () => {
    const reply = await staffClient.put(`/api/admin/orders/${id}`, {
      customer: 'x'.repeat(300_000),
    });
    expect(reply.statusCode).toBe(413);
  });
});

test('every write is for staff only, and from our own pages only', async () => {
  const writes = [
    ['PUT', `/api/admin/orders/${id}/status`],
    ['PUT', `/api/admin/orders/${id}`],
    ['DELETE', `/api/admin/orders/${id}`],
    ['POST', `/api/admin/orders/${id}/refund`],
  ] as const;
  for (const [method, url] of writes) {
    const visitor = await t.app.inject({ method, url, body: { status: 'cancelled' } });
    expect(visitor.statusCode).toBe(401);
    const foreign = await t.app.inject({
      method,
      url,
      headers: { cookie: staffClient.cookie, 'sec-fetch-site': 'cross-site' },
      body: { status: 'cancelled' },
    });
    expect(foreign.statusCode).toBe(403);
  }
  expect(await t.context.db.$count(auditLog, eq(auditLog.entity, 'order'))).toBe(0);
});
