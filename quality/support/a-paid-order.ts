/** Orders as customers place them, and staff who work on them: all by HTTP. */
import { randomUUID } from 'node:crypto';
import type { TodayReply, TodayRowReply } from '#areas/office/calls/today.ts';
import { eq, sql } from 'drizzle-orm';
import type { BenchReply } from '#areas/kitchen/calls/bench.ts';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { trackingTokenFor } from '#areas/order-book/server/tracking-token.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { toInstantText } from '#platform/rules/zoned-time.ts';
import { assertDefined } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { benchBefore, dayToCook } from '#quality/support/day-to-cook.ts';
import { anItem, anOpenCheckout, menuOf, pay, place } from '#quality/support/an-order.ts';
import { signedInStaff } from '#quality/support/staff-session.ts';
import type { TestApp } from '#quality/support/test-app.ts';

export type PaidOrder = { id: number; orderNumber: string; paymentIntentId: string };

/** Chosen, held, paid and placed: a confirmed order. */
export async function aPaidOrder(
  test: TestApp,
  change: Partial<PreparedOrder> = {},
): Promise<PaidOrder> {
  const { checkout } = await anOpenCheckout(test, change);
  await pay(test, checkout);
  const placed = await place(test, checkout.paymentIntentId);
  if (placed.statusCode !== 200) throw new Error(`the order was refused: ${placed.body}`);
  const { orderNumber } = placed.json<{ orderNumber: string }>();
  const [row] = await test.context.db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.number, orderNumber));
  if (!row) throw new Error(`order ${orderNumber} does not exist`);
  return { id: row.id, orderNumber, paymentIntentId: checkout.paymentIntentId };
}

/** The secret in the customer's link. */
export async function trackingTokenOf(test: TestApp, orderId: number): Promise<string> {
  const [row] = await test.context.db.select().from(orders).where(eq(orders.id, orderId));
  if (!row) throw new Error(`order ${orderId} does not exist`);
  return trackingTokenFor(row.checkoutId, test.context.trackingSecret);
}

export type StaffClient = Awaited<ReturnType<typeof aStaffClient>>;

const TABLET = '3f5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a61';
type BenchResult = { key: string; ok: boolean; code?: string; message?: string };

/** The portal's calls, made by a member of staff who has just signed in. */
export async function aStaffClient(
  test: TestApp,
  account: Parameters<typeof signedInStaff>[1] = {},
) {
  const { cookie, staff } = await signedInStaff(test, account);
  const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE') => (url: string, body?: unknown) =>
    test.app.inject({
      method,
      url,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const get = call('GET');
  const post = call('POST');
  async function order(id: number): Promise<AdminOrderReply> {
    const reply = await get(`/api/admin/orders/${id}`);
    if (reply.statusCode !== 200) throw new Error(`no order ${id}: ${reply.body}`);
    return reply.json<AdminOrderReply>();
  }
  return {
    cookie,
    staff: staff satisfies StaffMember,
    get,
    put: call('PUT'),
    post,
    delete: call('DELETE'),
    order,
    /** The rows of Today of a kind, or all that they may see. */
    async today(kind?: string): Promise<TodayRowReply[]> {
      const reply = await get('/api/admin/today');
      if (reply.statusCode !== 200) throw new Error(`no Today: ${reply.body}`);
      const { rows } = reply.json<TodayReply>();
      return rows.filter((row) => kind === undefined || row.kind === kind);
    },
    /** What there is to cook and pack for a day, as the bench says. */
    async dayToCook(date: PlainDate) {
      const reply = await get(benchBefore(date));
      if (reply.statusCode !== 200) throw new Error(`no bench: ${reply.body}`);
      return dayToCook(reply.json<BenchReply>());
    },
    /** What a cook says at the bench, and how it was answered. */
    async say(
      word: object,
      { key = randomUUID(), at = test.context.clock() }: { key?: string; at?: number } = {},
    ): Promise<BenchResult> {
      const words = [{ key, at: toInstantText(at), word }];
      const body = { staffId: staff.id, deviceId: TABLET, words };
      const reply = await post('/api/bench/words', body);
      if (reply.statusCode !== 200) throw new Error(`not said: ${reply.body}`);
      const [result] = reply.json<{ results: BenchResult[] }>().results;
      return assertDefined(result, 'an answer');
    },
    /** For the order as it is now. */
    async refund(id: number, body: object) {
      const { version } = await order(id);
      return post(`/api/admin/orders/${id}/refund`, { version, ...body });
    },
  };
}

type SandboxLedger = {
  refunds: { id: string; payment_intent: string; amount: number; status: string }[];
};

/** The card provider's own record of a payment's refunds. */
export async function refundsAtGateway({ sandbox }: TestApp, paymentIntentId: string) {
  const reply = await fetch(`${sandbox.baseUrl}/_sandbox/ledger`, {
    headers: { authorization: `Bearer ${sandbox.secretKey}` },
  });
  const { refunds } = (await reply.json()) as SandboxLedger;
  return refunds.filter((refund) => refund.payment_intent === paymentIntentId);
}

/** A lunch, and since it was paid a dinner more. */
export async function orderThatOwes(t: TestApp, staffClient: StaffClient) {
  const lunch = (await menuOf(t)).find(({ mealType }) => mealType === 'lunch');
  if (!lunch) throw new Error('there is no lunch');
  const paid = await aPaidOrder(t, { orderItems: [anItem(lunch)] });
  await sendMessages(t.context);
  const token = await trackingTokenOf(t, paid.id);
  await addAGuest(t, staffClient, paid.id);
  const { balance } = await staffClient.order(paid.id);
  return { ...paid, token, owed: balance };
}

/** Behind the customer's back: its first meal costs so many cents more, or less. */
export async function makeDearer(t: TestApp, orderId: number, cents: number): Promise<void> {
  const { subtotalCents, totalCents } = orders;
  await t.context.db
    .update(orders)
    .set({
      subtotalCents: sql`${subtotalCents} + ${cents}`,
      totalCents: sql`${totalCents} + ${cents}`,
    })
    .where(eq(orders.id, orderId));
  const [first] = await t.context.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(orderItems.id)
    .limit(1);
  if (!first) throw new Error(`order ${orderId} has no meal`);
  await t.context.db
    .update(orderItems)
    .set({ priceCents: first.priceCents + cents })
    .where(eq(orderItems.id, first.id));
}

/** A dinner for one person more, on the first day of the order. */
export async function addAGuest(t: TestApp, staffClient: StaffClient, id: number): Promise<void> {
  const menu = await menuOf(t);
  // For a kitchen of lunches, a lunch.
  const more = menu.find(({ mealType }) => mealType === 'dinner') ?? menu[0];
  const order = await staffClient.order(id);
  const items = order.orderItems.map(
    ({ id: item, mealId, mealType, personName, deliveryDate, mealDate }) => ({
      id: item,
      mealId,
      mealType,
      personName,
      deliveryDate,
      mealDate,
    }),
  );
  const [first] = items;
  if (!first || !more) throw new Error(`order ${id} cannot get a meal more`);
  const { deliveryDate, mealDate } = first;
  const guest = {
    mealId: more.id,
    mealType: more.mealType,
    personName: `Guest ${items.length}`,
    deliveryDate,
    mealDate,
  };
  const saved = await staffClient.put(`/api/admin/orders/${id}`, {
    version: order.version,
    customer: order.customer,
    orderItems: [...items, guest],
  });
  if (saved.statusCode !== 200) throw new Error(`the order was not saved: ${saved.body}`);
}
