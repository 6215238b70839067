import { eq } from 'drizzle-orm';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { canCancelOrder, type OrderStatus } from '#areas/order-book/rules/order-status.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import { Conflict } from '#platform/server/errors.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { getAdminOrder } from '#areas/orders/server/admin-order.ts';
import { itemsOf } from '#areas/order-book/rules/order.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { moveWithOrder } from '#areas/orders/server/move-with-order.ts';
import { tryRefund } from '#areas/order-book/server/failed-refunds.ts';
import type { RequestedRefund } from '#areas/order-book/server/request-refund.ts';
import {
  type MoneyBack,
  settleLess,
  type SettledLess,
} from '#areas/order-book/server/settle-less.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

type Order = { id: number; version?: number | undefined };

/**
 * Sets any of the four statuses, as the dropdown may. Cancelling releases the places and refunds the rest of the
 * payment; setting it to pending or confirmed again takes places and portions again, portions whatever is left when staff
 * say why (`overLimit`). Throws NotFound, or Conflict `changed_meanwhile`, `slot_full` or `meal_sold_out`.
 */
export async function changeOrderStatus(
  context: Context,
  staff: StaffMember,
  order: Order,
  status: OrderStatus,
  overLimit?: string,
): Promise<AdminOrderReply> {
  const { business } = await context.site.current();
  const refund = await context.db.transaction(async (tx) => {
    const row = await lockOrder(tx, order.id, order.version);
    if (row.status === status) return null;
    const to = { staff, business, status, refund: 'full', overLimit } as const;
    return (await setStatus(context, tx, row, to)).refund;
  });
  return finish(context, order.id, refund);
}

/**
 * 'Cancel Order', for orders that are neither delivered nor cancelled yet. Throws as `changeOrderStatus`, or Conflict
 * `already_delivered` or `already_cancelled`.
 */
export async function cancelOrder(
  context: Context,
  staff: StaffMember,
  order: Order,
  { refund, reason }: { refund: 'full' | 'none'; reason?: string | undefined },
): Promise<AdminOrderReply> {
  const { business } = await context.site.current();
  const requested = await context.db.transaction(async (tx) => {
    const row = await lockOrder(tx, order.id, order.version);
    if (!canCancelOrder(row)) {
      const code = row.status === 'delivered' ? 'already_delivered' : 'already_cancelled';
      throw new Conflict(code, `This order is already ${row.status}.`);
    }
    const to = { staff, business, status: 'cancelled', refund, reason } as const;
    return (await setStatus(context, tx, row, to)).refund;
  });
  return finish(context, order.id, requested);
}

/** The refund is sent right after the commit, so that the reply shows how it went. */
async function finish(
  context: Context,
  orderId: number,
  refund: RequestedRefund | null,
): Promise<AdminOrderReply> {
  if (refund) await tryRefund(context, refund.id);
  return getAdminOrder(context, orderId);
}

/**
 * Runs in the caller's transaction, which holds the order's lock; the refund it requests must be sent after the commit.
 * A portion on hold stays so: the reply names it. Throws
 * Conflict `slot_full` or `meal_sold_out`.
 */
export async function setStatus(
  context: Context,
  tx: Transaction,
  order: OrderRow,
  to: {
    /** Null: the customer, by the secret link, or the system. */
    staff: StaffMember | null;
    business: BusinessFacts;
    status: OrderStatus;
    refund: MoneyBack;
    /** Why it is cancelled, in the records. */
    reason?: string | undefined;
    /** Why staff sell more portions than are left; undefined: they don't. */
    overLimit?: string | undefined;
    /** The audit trail's action, where it does not follow from the rest. */
    action?: `order.${string}`;
    /** False: the customer is not told, or by the caller. */
    notify?: boolean;
  },
): Promise<SettledLess> {
  const version = order.version + 1;
  const before = await loadOrder(tx, order);
  await tx
    .update(orders)
    .set({ status: to.status, pendingReason: null, version })
    .where(eq(orders.id, order.id));
  await moveWithOrder(tx, context, order, to);
  const settled = await settleLess(tx, context, {
    before,
    money: to.status === 'cancelled' ? to.refund : 'open',
    reason: to.reason ?? 'Order cancelled',
    itemIds: itemsOf(before).map(({ id }) => id),
    staff: to.staff,
  });
  const { refund } = settled;
  await recordChange(tx, context, {
    staff: to.staff,
    action: to.action ?? actionOf(to),
    entityId: order.id,
    before: { version: order.version, status: order.status },
    after: {
      version,
      status: to.status,
      ...(refund && { refundCents: refund.amountCents }),
      ...(to.overLimit !== undefined && { overLimit: to.overLimit }),
    },
  });
  if (to.status === 'cancelled' && to.notify !== false)
    await tellOfCancelling(tx, context, order, { version, refund });
  return settled;
}

function actionOf(to: { staff: StaffMember | null; status: OrderStatus }): `order.${string}` {
  if (to.status !== 'cancelled') return 'order.set_status';
  return to.staff ? 'order.cancel' : 'order.customer_cancel';
}

async function tellOfCancelling(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { id, email, number }: OrderRow,
  { version, refund }: { version: number; refund: RequestedRefund | null },
): Promise<void> {
  await writeMessage(tx, context, {
    kind: 'cancelled',
    about: `order ${id}:${version}`,
    orderId: id,
    recipient: email,
    facts: { fields: { what: `Your order ${number}` }, refundIds: refund?.ids ?? [] },
  });
}
