/** Rare payment states, written to the database as the app itself would. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { formatAmount } from '#platform/rules/money.ts';
import type { PendingReason } from '#areas/order-book/rules/order-status.ts';
import type { Database } from '#platform/server/db/client.ts';
import {
  booksChecks,
  disputes,
  payments,
  refunds,
  ledgerEntries,
  gatewayEvents,
} from '#areas/order-book/server/tables/payments.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

/** The state of an order's money. `left`: according to the ledger, "14.99". */
export async function moneyOf(db: Database, orderNumber: string) {
  const [order] = await db.select().from(orders).where(eq(orders.number, orderNumber));
  if (!order) throw new Error(`the kitchen has no order ${orderNumber}`);
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, order.id));
  const entries = await db.select().from(ledgerEntries).where(eq(ledgerEntries.orderId, order.id));
  const back = await db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, order.id))
    .orderBy(asc(refunds.id));
  return {
    id: order.id,
    status: order.status,
    paymentIntentId: payment!.paymentIntentId,
    left: formatAmount(entries.reduce((sum, { amountCents }) => sum + amountCents, 0)),
    refunds: back.map(({ state }) => state),
  };
}

/** As when a payment arrives after its places were released. */
export async function leaveUndecided(db: Database, orderNumber: string, reason: PendingReason) {
  const { id } = await moneyOf(db, orderNumber);
  await db.transaction(async (tx) => {
    await tx
      .update(orders)
      .set({ status: 'pending', pendingReason: reason })
      .where(eq(orders.id, id));
    const stored = await tx
      .update(deliveries)
      .set({ takesPlace: false })
      .where(eq(deliveries.orderId, id))
      .returning();
    for (const { date, window } of stored) {
      await tx
        .update(deliverySlots)
        .set({ booked: sql`${deliverySlots.booked} - 1` })
        .where(and(eq(deliverySlots.date, date), eq(deliverySlots.window, window)));
    }
  });
}

export async function insertFailedRefund(db: Database, orderNumber: string, amountCents: number) {
  const { id, paymentIntentId } = await moneyOf(db, orderNumber);
  await db.insert(refunds).values({
    orderId: id,
    paymentIntentId,
    amountCents,
    reason: 'A meal was missing',
    presents: [{ part: 'order', cents: amountCents }],
    state: 'failed',
    idemKey: randomUUID(),
    failureReason: 'expired_or_canceled_card',
    staffEmail: 'chef@redlandstable.example',
  });
}

export async function insertUnmatchedEvent(db: Database, id: string, paymentIntentId: string) {
  await db.insert(gatewayEvents).values({
    id,
    type: 'payment_intent.succeeded',
    paymentIntentId,
    payload: {},
    state: 'unmatched',
    tries: 4,
    nextTryAt: new Date('2026-12-31T00:00:00Z'),
  });
}

export async function insertOpenDispute(db: Database, orderNumber: string) {
  const { id, paymentIntentId } = await moneyOf(db, orderNumber);
  await db.insert(disputes).values({
    id: 'du_1',
    paymentIntentId,
    orderId: id,
    amountCents: 2098,
    reason: 'product_not_received',
    status: 'needs_response',
    dueBy: new Date('2026-01-20T00:00:00Z'),
    createdAt: new Date('2026-01-06T00:00:00Z'),
    updatedAt: new Date('2026-01-06T00:00:00Z'),
  });
}

/** Last night, one payment was missing here. */
export async function insertCheck(db: Database) {
  const paid = { capturedCents: 12_588, refundedCents: 0 };
  await db.insert(booksChecks).values({
    at: new Date('2026-01-06T17:00:00Z'),
    ok: false,
    problems: [
      {
        rule: 'I1 every payment has exactly one order, or was refunded in full',
        count: 1,
        examples: ['pi_3QxYt2Lk: $20.98'],
      },
    ],
    days: [
      {
        date: '2026-01-06',
        provider: paid,
        ours: { ...paid, capturedCents: paid.capturedCents - 2098 },
      },
      {
        date: '2026-01-05',
        provider: { capturedCents: 6294, refundedCents: 2098 },
        ours: { capturedCents: 6294, refundedCents: 2098 },
      },
    ],
  });
}
