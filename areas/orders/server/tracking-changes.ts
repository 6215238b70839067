/** Changes that customers make themselves, with the secret link as their only proof. */
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { whyUnchangeable } from '#areas/order-book/rules/change/customer-changes.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import { Conflict } from '#platform/server/errors.ts';
import { applyChange } from '#areas/orders/server/apply-change.ts';
import { setStatus } from '#areas/orders/server/change-order-status.ts';
import { loadOrder, orderIdOf } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { getTrackedOrder } from '#areas/orders/server/tracked-order.ts';
import { tryRefund } from '#areas/order-book/server/submit-refund.ts';

/** Throws NotFound, or Conflict `closed` with the reason after the cutoff. */
export async function changeInstructions(
  context: Context,
  token: string,
  specialInstructions: string,
): Promise<TrackedOrderReply> {
  const site = await context.site.current();
  await context.db.transaction(async (tx) => {
    const order = await loadOrder(tx, await lockByToken(tx, token));
    requireOpen(context, order, site.business);
    if (order.customer.specialInstructions === specialInstructions) return;
    await applyChange(context, tx, order, { specialInstructions }, { staff: null, site });
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
    requireOpen(context, await loadOrder(tx, order), business);
    const to = { staff: null, business, status: 'cancelled', refund: 'full' } as const;
    return (await setStatus(context, tx, order, to)).refund;
  });
  // After the commit, so that the customer sees how it went; a job follows up.
  if (refund) await tryRefund(context, refund.id);
  return getTrackedOrder(context, token);
}

async function lockByToken(tx: Transaction, token: string): Promise<OrderRow> {
  return lockOrder(tx, await orderIdOf(tx, token), undefined);
}

/** Under the lock: staff may be moving the deliveries right now. */
function requireOpen({ clock }: Pick<Context, 'clock'>, order: Order, facts: BusinessFacts): void {
  const reason = whyUnchangeable(order, clock(), facts);
  if (reason !== null) throw new Conflict('closed', reason);
}
