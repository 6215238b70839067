/** Changes that customers make themselves, with the secret link as their only proof. */
import { eq } from 'drizzle-orm';
import type { TrackedOrderReply } from '#contract/orders.ts';
import type { BusinessFacts } from '#domain/business.ts';
import { whyUnchangeable } from '#domain/ordering/change/customer-changes.ts';
import { recordChange } from '#server/audit/record-change.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/client.ts';
import { deliveries } from '#server/db/schema/orders/deliveries.ts';
import { type OrderRow, orders } from '#server/db/schema/orders/orders.ts';
import { Conflict } from '#server/errors.ts';
import { writeMessage } from '#server/outbox/write-message.ts';
import { setStatus } from '#server/orders/change-order-status.ts';
import { lockOrder } from '#server/order-book/lock-order.ts';
import { getOrderByToken, getTrackedOrder } from '#server/order-book/tracking-queries.ts';
import { tryRefund } from '#server/refunds/pursue-refund.ts';

/** Throws NotFound, or Conflict `closed` with the reason after the cutoff. */
export async function changeInstructions(
  context: Context,
  token: string,
  specialInstructions: string,
): Promise<TrackedOrderReply> {
  const { business } = await context.site.current();
  await context.db.transaction(async (tx) => {
    const order = await lockByToken(tx, token);
    await demandOpen(tx, context, order, business);
    if (order.specialInstructions === specialInstructions) return;
    const version = order.version + 1;
    await tx.update(orders).set({ specialInstructions, version }).where(eq(orders.id, order.id));
    await recordChange(tx, context, {
      staff: null,
      action: 'order.customer_edit',
      entity: 'order',
      entityId: order.id,
      before: { version: order.version, specialInstructions: order.specialInstructions },
      after: { version, specialInstructions },
    });
    await writeMessage(tx, context, {
      kind: 'order_changed',
      about: `${order.id}:${version}`,
      orderId: order.id,
      recipient: order.email,
    });
  });
  return getTrackedOrder(context, token);
}

/**
 * Cancels and immediately requests a refund of the rest of the payment. A second click finds the order cancelled and
 * gets the same reply. Throws NotFound, or Conflict `closed` with the reason after the cutoff.
 */
export async function cancelByCustomer(
  context: Context,
  token: string,
): Promise<TrackedOrderReply> {
  const { business } = await context.site.current();
  const refund = await context.db.transaction(async (tx) => {
    const order = await lockByToken(tx, token);
    if (order.status === 'cancelled') return null;
    await demandOpen(tx, context, order, business);
    return setStatus(context, tx, order, {
      staff: null,
      business,
      status: 'cancelled',
      refund: 'full',
    });
  });
  // After the commit, so that the customer sees how it went; a job follows up.
  if (refund) await tryRefund(context, refund.id);
  return getTrackedOrder(context, token);
}

async function lockByToken(tx: Transaction, token: string): Promise<OrderRow> {
  const { id } = await getOrderByToken(tx, token);
  return lockOrder(tx, id, undefined);
}

/** Under the lock: staff may be moving the deliveries right now. */
async function demandOpen(
  tx: Transaction,
  { clock }: Pick<Context, 'clock'>,
  order: OrderRow,
  facts: BusinessFacts,
): Promise<void> {
  const drops = await tx
    .select({ date: deliveries.date })
    .from(deliveries)
    .where(eq(deliveries.orderId, order.id));
  const deliveryDates = drops.map((drop) => drop.date);
  const reason = whyUnchangeable({ ...order, deliveryDates }, clock(), facts);
  if (reason !== null) throw new Conflict('closed', reason);
}
