import { eq } from 'drizzle-orm';
import type { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import { settleLess } from '#areas/order-book/server/request-refund.ts';
import { type CheckoutRow, checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import { confirmByEmail, lockCheckout, recordMoney, replyOf, replyOfPaid } from './record-order.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { Unavailable } from '#platform/server/errors.ts';
import type { Intent } from '#platform/server/gateway-port.ts';

/** `refused`: the money will never come, and the order must be cancelled. `over`: another has ended it. */
type Captured = 'captured' | 'refused' | 'over';

/**
 * Takes the money of an order that was made on a bank's approval; of one that was cancelled meanwhile, lets the approval go.
 * May be called at once by several, and again after a lost answer. Throws Unavailable: then it may have been taken.
 */
export async function captureApproval(
  context: Context,
  { id, paymentIntentId }: Pick<CheckoutRow, 'id' | 'paymentIntentId'>,
): Promise<Captured> {
  const [found] = await context.db
    .select({ state: checkouts.state, status: orders.status })
    .from(checkouts)
    .innerJoin(orders, eq(orders.checkoutId, checkouts.id))
    .where(eq(checkouts.id, id));
  if (found?.state !== 'approved' || paymentIntentId === null) return 'over';
  if (found.status !== 'cancelled') {
    const taken = await takeMoney(context, paymentIntentId);
    if (taken) return record(context, taken);
  }
  // Nobody may take it later: the order is cancelled, or will be.
  const cancelled = await context.gateway.cancelIntent(paymentIntentId);
  if (cancelled.outcome === 'cancelled') return 'refused';
  const { intent } = cancelled;
  return intent.status === 'succeeded' ? record(context, intent) : 'refused';
}

/** The intent whose money is ours, also by an earlier call whose answer was lost. Null: refused for good. Throws Unavailable. */
export async function takeMoney({ gateway }: Context, id: string): Promise<Intent | null> {
  try {
    const { outcome, intent } = await gateway.captureIntent(id, `capture:${id}`);
    return outcome === 'captured' ? intent : null;
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    // The intent says whether it was taken.
    const intent = await gateway.retrieveIntent(id);
    if (intent?.status === 'succeeded') return intent;
    throw error;
  }
}

async function record(context: Context, intent: Intent): Promise<'captured'> {
  await context.db.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, intent);
    if (checkout?.state === 'approved') await recordCapture(context, tx, checkout, intent);
  });
  return 'captured';
}

/**
 * The money of an order that is there already has come in: from now on it counts. Of an order that was cancelled meanwhile, it
 * goes back.
 */
export async function recordCapture(
  context: Context,
  tx: Transaction,
  checkout: CheckoutRow,
  intent: Intent,
): Promise<PlacedOrderReply> {
  const order = await lockOrderOf(tx, checkout);
  if (checkout.paymentIntentId !== intent.id) return replyOfPaid(context, tx, checkout, intent);
  await recordMoney(context, tx, {
    intent,
    checkout,
    orderId: order.id,
    cartKey: checkout.cartKey,
  });
  const isCancelled = order.status === 'cancelled';
  await confirmByEmail(context, tx, {
    checkout,
    orderId: order.id,
    ...(isCancelled && { withdrawn: 'The order was cancelled before its money was taken.' }),
  });
  if (isCancelled)
    await settleLess(tx, context, {
      before: await loadOrder(tx, order),
      money: 'full',
      reason: 'Order cancelled',
      staff: null,
    });
  return replyOf(context, order);
}

async function lockOrderOf(tx: Transaction, { id }: CheckoutRow): Promise<OrderRow> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(eq(orders.checkoutId, id))
    .for('no key update');
  if (!order) throw new Error(`checkout ${id} is approved but has no order`);
  return order;
}
