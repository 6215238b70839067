import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminOrderReply, OrderConflictReply } from '#areas/order-book/calls/admin-orders.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { refunds } from '#areas/order-book/server/tables/payments.ts';
import { endCheckout } from '#areas/checkout/server/end-checkout.ts';
import {
  aPaidOrder,
  aStaffClient,
  refundsAtGateway,
  type StaffClient,
} from '#quality/support/a-paid-order.ts';
import { anOpenCheckout, pay, place } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
});
afterAll(() => t.close());
beforeEach(() => t.clearOrders());
afterEach(() => checkInvariants(t.context.db));

const path = (id: number) => `/api/admin/orders/${id}`;
const setStatus = (id: number, status: string, version?: number) =>
  staffClient.put(`${path(id)}/status`, { status, ...(version !== undefined && { version }) });
const slots = () => t.context.db.select().from(deliverySlots);

describe('the cancel button', () => {
  test('cancels, frees the place and refunds in full, once', async () => {
    const { id, paymentIntentId } = await aPaidOrder(t);
    const before = await staffClient.order(id);
    const reply = await staffClient.delete(path(id));
    expect(reply.statusCode, reply.body).toBe(200);
    const order = reply.json<AdminOrderReply>();
    expect(order).toMatchObject({
      status: 'cancelled',
      version: 2,
      refundedTotal: before.total,
      balance: '0.00',
      warning: null,
      refunds: [
        {
          amount: before.total,
          state: 'succeeded',
          reason: 'Order cancelled',
          staffEmail: staffClient.staff.email,
        },
      ],
      deliveries: [{ status: 'cancelled', takesPlace: false }],
    });
    expect(await slots()).toMatchObject([{ held: 0, booked: 0 }]);
    expect(await refundsAtGateway(t, paymentIntentId)).toMatchObject([
      { amount: Math.round(Number(before.total) * 100), status: 'succeeded' },
    ]);
    expect(await staffClient.order(id)).toEqual(order);
  });

  test('refunds nothing when staff untick the refund, and says so', async () => {
    const { id, paymentIntentId } = await aPaidOrder(t);
    const reply = await staffClient.delete(`${path(id)}?refund=none`);
    const order = reply.json<AdminOrderReply>();
    expect(order).toMatchObject({ status: 'cancelled', refundedTotal: '0.00', refunds: [] });
    const { total } = order;
    expect(order).toMatchObject({
      balance: '0.00',
      warning: null,
      kept: [{ id: 1, amount: total }],
    });
    expect(await refundsAtGateway(t, paymentIntentId)).toEqual([]);
    const later = await staffClient.refund(id, { part: { kept: 1 }, reason: 'Changed our minds' });
    expect(later.json()).toMatchObject({ refundedTotal: total, balance: '0.00', warning: null });
    const again = await staffClient.refund(id, { part: { kept: 1 }, reason: 'Twice' });
    expect(again.json()).toMatchObject({ code: 'already_refunded' });
  });

  test('is refused for an order that is delivered or cancelled', async () => {
    const { id } = await aPaidOrder(t);
    await setStatus(id, 'delivered');
    const delivered = await staffClient.delete(path(id));
    expect(delivered.statusCode).toBe(409);
    expect(delivered.json()).toMatchObject({ code: 'already_delivered' });
    await setStatus(id, 'confirmed');
    await staffClient.delete(path(id));
    expect((await staffClient.delete(path(id))).json()).toMatchObject({
      code: 'already_cancelled',
    });
  });

  test('pressed twenty times concurrently cancels once and refunds once', async () => {
    const { id, paymentIntentId } = await aPaidOrder(t);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        // The dropdown is the other way to cancel.
        index % 2 === 0 ? staffClient.delete(path(id)) : setStatus(id, 'cancelled'),
      ),
    );
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200, 409]));
    expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
    expect(await t.context.db.$count(refunds)).toBe(1);
    expect(await slots()).toMatchObject([{ booked: 0 }]);
    const trail = await t.context.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, String(id)));
    expect(trail.filter((entry) => entry.action === 'order.cancel')).toHaveLength(1);
  });

  test('leaves other orders of the same slot their places', async () => {
    const [first] = await Promise.all([aPaidOrder(t), aPaidOrder(t), aPaidOrder(t)]);
    await staffClient.delete(path(first.id));
    expect(await slots()).toMatchObject([{ booked: 2 }]);
  });
});

describe('the dropdown', () => {
  test('sets any of the four statuses, and the deliveries’ places follow', async () => {
    const { id } = await aPaidOrder(t);
    for (const [status, delivery] of [
      ['pending', 'planned'],
      // Its day has not come: it is still cooked and driven.
      ['delivered', 'planned'],
      ['confirmed', 'planned'],
      ['cancelled', 'cancelled'],
    ]) {
      const reply = await setStatus(id, status!);
      expect(reply.statusCode, reply.body).toBe(200);
      expect(reply.json()).toMatchObject({ status, deliveries: [{ status: delivery }] });
    }
    expect((await staffClient.order(id)).version).toBe(5);
  });

  test('changes nothing when the status stays the same', async () => {
    const { id } = await aPaidOrder(t);
    expect((await setStatus(id, 'confirmed')).json()).toMatchObject({ version: 1 });
    await staffClient.delete(`${path(id)}?refund=none`);
    const again = await setStatus(id, 'cancelled');
    expect(again.statusCode).toBe(200);
    expect(again.json()).toMatchObject({ version: 2, refunds: [] });
  });

  test('cancels like the button, even a delivered order', async () => {
    const { id, paymentIntentId } = await aPaidOrder(t);
    await setStatus(id, 'delivered');
    expect((await setStatus(id, 'cancelled')).json()).toMatchObject({
      refunds: [{ state: 'succeeded' }],
      balance: '0.00',
    });
    expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
    expect(await slots()).toMatchObject([{ booked: 0 }]);
  });

  test('records who did it and the values before and after in the audit trail', async () => {
    const { id } = await aPaidOrder(t);
    await setStatus(id, 'delivered');
    const [entry] = await t.context.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, String(id)));
    expect(entry).toMatchObject({
      staffEmail: staffClient.staff.email,
      action: 'order.set_status',
      before: { version: 1, status: 'confirmed' },
      after: { version: 2, status: 'delivered' },
    });
  });
});

describe('reopening a cancelled order', () => {
  test('takes its place again and warns that the money was refunded', async () => {
    const { id } = await aPaidOrder(t);
    const { total } = (await staffClient.delete(path(id))).json<AdminOrderReply>();
    const reply = await setStatus(id, 'confirmed');
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject({
      status: 'confirmed',
      balance: total,
      warning: `$${total} of this order is unpaid.`,
      deliveries: [{ status: 'planned', takesPlace: true }],
    });
    expect(await slots()).toMatchObject([{ booked: 1 }]);
  });

  test('is refused when its place is gone, and changes nothing', async () => {
    const { id } = await aPaidOrder(t);
    await staffClient.delete(`${path(id)}?refund=none`);
    await t.context.db.update(deliverySlots).set({ maxDeliveries: 1 });
    await aPaidOrder(t);
    for (const status of ['pending', 'confirmed', 'delivered']) {
      const reply = await setStatus(id, status);
      expect(reply.statusCode).toBe(409);
      expect(reply.json<OrderConflictReply>()).toMatchObject({
        code: 'slot_full',
        full: [{ date: '2026-01-13', timeSlot: '11:00-13:00' }],
      });
    }
    expect(await staffClient.order(id)).toMatchObject({ status: 'cancelled', version: 2 });
    expect(await slots()).toMatchObject([{ booked: 1 }]);
  });

  test('never takes one place for two orders, however many are reopened at once', async () => {
    const placed = await Promise.all([1, 2, 3, 4].map(() => aPaidOrder(t)));
    for (const { id } of placed) await staffClient.delete(`${path(id)}?refund=none`);
    await t.context.db.update(deliverySlots).set({ maxDeliveries: 2 });
    const replies = await Promise.all(placed.map(({ id }) => setStatus(id, 'confirmed')));
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 200, 409, 409]);
    expect(await slots()).toMatchObject([{ booked: 2 }]);
  });
});

test('an order paid when its slot was full takes a place when staff confirm it', async () => {
  const { checkout } = await anOpenCheckout(t);
  // As if the gateway had said "cancelled" and still taken the money.
  const cancelIntent = () => Promise.resolve({ outcome: 'cancelled' as const });
  const lying = { ...t.context, gateway: { ...t.context.gateway, cancelIntent } };
  const [held] = await t.context.db.select().from(checkouts);
  await endCheckout(lying, held!, 'expired');
  await t.context.db.update(deliverySlots).set({ maxDeliveries: 0 });
  await pay(t, checkout);
  await place(t, checkout.paymentIntentId);
  const [row] = await t.context.db.select().from(orders);
  const id = row!.id;
  expect(await staffClient.order(id)).toMatchObject({
    status: 'pending',
    pendingReason: 'slot_full',
    deliveries: [{ takesPlace: false }],
  });
  expect((await setStatus(id, 'confirmed')).json()).toMatchObject({ code: 'slot_full' });
  await t.context.db.update(deliverySlots).set({ maxDeliveries: 1 });
  expect((await setStatus(id, 'confirmed')).json()).toMatchObject({
    status: 'confirmed',
    pendingReason: null,
    deliveries: [{ takesPlace: true }],
  });
});

describe('two members of staff', () => {
  test('do not overwrite each other: the later one learns who changed what', async () => {
    const { id } = await aPaidOrder(t);
    const other = await aStaffClient(t);
    await other.put(`${path(id)}/status`, { status: 'pending', version: 1 });
    t.advanceMinutes(1);
    await other.put(`${path(id)}/status`, { status: 'delivered', version: 2 });
    const late = await setStatus(id, 'confirmed', 1);
    expect(late.statusCode).toBe(409);
    expect(late.json<OrderConflictReply>()).toMatchObject({
      code: 'changed_meanwhile',
      changedBy: other.staff.email,
      changedAt: new Date(t.context.clock()).toISOString(),
      changes: [{ field: 'status', before: 'confirmed', after: 'delivered' }],
    });
    expect((await staffClient.delete(`${path(id)}?version=1`)).json()).toMatchObject({
      code: 'changed_meanwhile',
    });
    expect(await staffClient.order(id)).toMatchObject({ status: 'delivered', version: 3 });
  });

  test('who click at the same moment with the same version: one of them wins', async () => {
    const { id } = await aPaidOrder(t);
    const replies = await Promise.all(
      ['pending', 'delivered', 'cancelled', 'pending', 'delivered'].map((status) =>
        setStatus(id, status, 1),
      ),
    );
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1);
    expect((await staffClient.order(id)).version).toBe(2);
  });
});

test('cancelling and reopening, concurrently and repeatedly, leaves slots and money correct', async () => {
  const placed = await Promise.all([1, 2, 3].map(() => aPaidOrder(t)));
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      setStatus(placed[index % 3]!.id, index % 2 === 0 ? 'cancelled' : 'confirmed'),
    ),
  );
  for (const { paymentIntentId, id } of placed) {
    const order = await staffClient.order(id);
    const back = await refundsAtGateway(t, paymentIntentId);
    expect(back.length).toBeLessThanOrEqual(1);
    expect(order.refundedTotal).toBe(back.length === 1 ? order.total : '0.00');
  }
});
