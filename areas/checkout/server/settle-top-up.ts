import { and, eq, sql } from 'drizzle-orm';
import { formatAmount } from '#platform/rules/money.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { topUps, orderChanges } from '#areas/order-book/server/tables/order-changes.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import { NotFound } from '#platform/server/errors.ts';
import { noteCheckout } from '#platform/server/log.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import type { Intent, TopUpIds } from '#platform/server/gateway-port.ts';
import { insertCapture } from '#areas/checkout/server/settlement-statements.ts';

/**
 * Adds a payment on top to its order, once. The money is there, so it is recorded whatever has become of the order or
 * of the amount that was asked for: what is too much shows as overpaid. Throws NotFound when there is no such order.
 */
export async function settleTopUp(
  context: Context,
  tx: Transaction,
  intent: Intent,
  { topUpId, checkoutId }: TopUpIds,
): Promise<OrderRow> {
  noteCheckout(checkoutId);
  const [order] = await tx
    .select()
    .from(orders)
    .where(eq(orders.checkoutId, checkoutId))
    .for('no key update');
  if (!order) throw new NotFound('This payment');
  const [paid] = await tx.select().from(payments).where(eq(payments.topUpId, topUpId));
  if (paid) {
    if (paid.paymentIntentId !== intent.id)
      context.log.error(
        { alarm: 'second_payment', topUpId, paymentIntentId: intent.id },
        'a top-up was paid a second time: refund this payment at the card provider',
      );
    return order;
  }
  await markTopUpPaid(tx, context, { order, topUpId, intent });
  await recordMoney(tx, context, { order, topUpId, intent });
  const version = order.version + 1;
  await tx.update(orders).set({ version }).where(eq(orders.id, order.id));
  await recordChange(tx, context, {
    staff: null,
    action: 'order.top_up',
    entityId: order.id,
    before: { version: order.version },
    after: { version, paid: formatAmount(intent.amountCents) },
  });
  // Its own email says what was changed.
  if (await isForChange(tx, topUpId)) return { ...order, version };
  await writeMessage(tx, context, {
    kind: 'order_payment_received',
    about: topUpId,
    orderId: order.id,
    recipient: order.email,
    facts: { paymentIntentId: intent.id },
  });
  return { ...order, version };
}

/** A change of the order waits for this payment: the queue makes it, should the browser be closed by now. */
async function isForChange(tx: Transaction, topUpId: string): Promise<boolean> {
  const [waiting] = await tx
    .select({ id: orderChanges.id })
    .from(orderChanges)
    .where(and(eq(orderChanges.topUpId, topUpId), eq(orderChanges.state, 'waiting')));
  return waiting !== undefined;
}

type PaidTopUp = { order: OrderRow; topUpId: string; intent: Intent };

/** After an old backup was restored its row is gone: the intent says all that is needed. */
async function markTopUpPaid(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { order, topUpId, intent }: PaidTopUp,
): Promise<void> {
  const paymentIntentId = intent.id;
  await tx
    .insert(topUps)
    .values({
      id: topUpId,
      orderId: order.id,
      amountCents: intent.amountCents,
      orderVersion: order.version,
      state: 'paid',
      openUntil: new Date(context.clock()),
      paymentIntentId,
    })
    .onConflictDoUpdate({
      target: topUps.id,
      set: { state: 'paid', paymentIntentId },
      setWhere: sql`${topUps.orderId} = ${order.id}`,
    });
}

async function recordMoney(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { order, topUpId, intent }: PaidTopUp,
): Promise<void> {
  const { id: paymentIntentId, amountCents, currency, livemode, account } = intent;
  const orderId = order.id;
  await tx.insert(payments).values({
    paymentIntentId,
    topUpId,
    orderId,
    amountCents,
    currency,
    livemode,
    gatewayAccount: account,
    createdAt: new Date(context.clock()),
  });
  await insertCapture(tx, {
    orderId,
    paymentIntentId,
    amountCents,
    gatewayId: intent.chargeId ?? intent.id,
    createdAt: new Date(context.clock()),
  });
}
