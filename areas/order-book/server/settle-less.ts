import { eq } from 'drizzle-orm';
import { accountOfOrder, backOf } from '#areas/order-book/rules/order-account.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import { type Cents, sumCents } from '#platform/rules/money.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { Conflict } from '#platform/server/errors.ts';
import { followPrice } from '#areas/order-book/server/follow-price.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import {
  requestRefund,
  type RefundRequest,
  type RequestedRefund,
} from '#areas/order-book/server/request-refund.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';

/** `full`: to the card. `none`: staff keep it on purpose. `open`: neither; it is seen to elsewhere. */
export type MoneyBack = 'full' | 'none' | 'open';

type Less = Pick<RefundRequest, 'reason' | 'itemIds' | 'staff' | 'paymentIntentId'> & {
  /** As it was. */
  before: Order;
  money: MoneyBack;
};

export type SettledLess = {
  /** To be sent after the commit. */
  refund: RequestedRefund | null;
  /** What the order costs less, whether it goes back, is kept or waits. */
  lessCents: Cents;
};

/**
 * After a change, in its transaction, which holds the order's lock: what the order costs less goes back or is kept; of an
 * order that is cancelled, all that is left. The refund must be sent after the commit. While a bank looks into a payment none
 * is requested: the money stays due, for staff, until that is decided.
 */
export async function settleLess(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { before, money, ...request }: Less,
): Promise<SettledLess> {
  // News of a refund made elsewhere is stored under the same lock.
  await tx
    .select({ id: payments.paymentIntentId })
    .from(payments)
    .where(eq(payments.orderId, before.id))
    .for('no key update');
  const after = await followPrice(tx, await getOrder(tx, { id: before.id }));
  const account = accountOfOrder(after);
  const cents =
    after.status === 'cancelled' ? account.dueBackCents : backOf(accountOfOrder(before), account);
  if (cents === 0 || money === 'open') return { refund: null, lessCents: cents };
  if (money === 'none') {
    await recordKeptMoney(tx, after, cents, request);
    return { refund: null, lessCents: cents };
  }
  try {
    const refund = await requestRefund(tx, context, {
      ...request,
      orderId: after.id,
      amountCents: cents,
    });
    return { refund, lessCents: cents };
  } catch (error) {
    if (error instanceof Conflict && error.code === 'dispute_open')
      return { refund: null, lessCents: cents };
    throw error;
  }
}

/** What was paid for a change that is still to be made or refused is not kept with the rest. */
async function recordKeptMoney(
  tx: Transaction,
  after: Order,
  dueCents: Cents,
  { reason, itemIds = [] }: Pick<Less, 'reason' | 'itemIds'>,
): Promise<void> {
  const waiting = after.payments.filter(({ isForWaitingChange }) => isForWaitingChange);
  const waitingCents =
    after.status === 'cancelled' ? sumCents(waiting.map(({ amountCents }) => amountCents)) : 0;
  const cents = dueCents - waitingCents;
  if (cents <= 0) return;
  const id = Math.max(0, ...after.kept.map((one) => one.id)) + 1;
  const kept = [...after.kept, { id, cents, reason, itemIds }];
  await tx.update(orders).set({ kept }).where(eq(orders.id, after.id));
  await followPrice(tx, { ...after, kept });
}
