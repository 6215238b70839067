/**
 * Paid orders that cannot simply be cooked: staff confirm or refund them, otherwise they are refunded after half an
 * hour.
 */
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { PendingReason } from '#areas/order-book/rules/order-status.ts';
import type { Context } from '#platform/server/context.ts';
import { type First, findFirst, sayWhoWasFirst } from '#areas/order-book/server/who-was-first.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import type { SettledLess } from '#areas/order-book/server/request-refund.ts';
import { Conflict } from '#platform/server/errors.ts';
import { setStatus } from '#areas/orders/server/change-order-status.ts';
import { getAdminOrder } from '#areas/orders/server/admin-order.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { tryRefund } from '#areas/order-book/server/failed-refunds.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

type Order = { id: number; version?: number | undefined };

export const DECIDE_WITHIN_MS = 30 * 60_000;

/** Late payments are refunded automatically; only staff can judge a wrong amount. */
export const REFUNDED_BY_TIME: readonly PendingReason[] = [
  'slot_full',
  'past_cutoff',
  'meal_sold_out',
];

/**
 * Confirms the order and takes its places and portions, portions whatever is left when staff say why (`overLimit`). Throws
 * NotFound, or Conflict `already_decided`, `changed_meanwhile`, `slot_full` or `meal_sold_out`.
 */
export async function confirmUndecidedOrder(
  context: Context,
  staff: StaffMember,
  order: Order,
  overLimit?: string,
): Promise<AdminOrderReply> {
  return decide(context, order, (tx, row, business) =>
    setStatus(context, tx, row, {
      staff,
      business,
      status: 'confirmed',
      refund: 'none',
      overLimit,
    }),
  );
}

/**
 * Cancels the order and refunds it in full. Throws NotFound, or Conflict `already_decided`, `changed_meanwhile` or
 * `dispute_open`.
 */
export async function refundUndecidedOrder(
  context: Context,
  staff: StaffMember,
  order: Order,
): Promise<AdminOrderReply> {
  return decide(context, order, (tx, row, business) =>
    setStatus(context, tx, row, { staff, business, status: 'cancelled', refund: 'full' }),
  );
}

/** Refunds orders that no one has decided within half an hour. */
export async function refundOverdueUndecided(context: Context): Promise<number> {
  const due = await context.db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'pending'),
        inArray(orders.pendingReason, [...REFUNDED_BY_TIME]),
        lte(orders.createdAt, new Date(context.clock() - DECIDE_WITHIN_MS)),
      ),
    )
    .orderBy(asc(orders.id));
  let count = 0;
  for (const order of due) {
    if (await refundOverdue(context, order.id)) count += 1;
  }
  return count;
}

async function refundOverdue(context: Context, id: number): Promise<boolean> {
  try {
    await decide(context, { id }, (tx, row, business) =>
      setStatus(context, tx, row, {
        staff: null,
        business,
        status: 'cancelled',
        refund: 'full',
        action: 'order.refund_by_time',
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    context.log.warn({ err: error, orderId: id }, 'an undecided order could not be refunded');
    return false;
  }
}

/** Who took the order out of those to decide. */
export function findWhoDecided(db: Database | Transaction, orderId: number): Promise<First | null> {
  return findFirst(
    db,
    and(
      eq(auditLog.entity, 'order'),
      eq(auditLog.entityId, String(orderId)),
      sql`${auditLog.before} ->> 'status' = 'pending'`,
    ),
  );
}

async function decide(
  context: Context,
  { id, version }: Order,
  setIt: (
    tx: Transaction,
    row: OrderRow,
    business: Parameters<typeof setStatus>[3]['business'],
  ) => Promise<SettledLess>,
): Promise<AdminOrderReply> {
  const { business } = await context.site.current();
  const { refund } = await context.db.transaction(async (tx) => {
    const row = await lockOrder(tx, id, undefined);
    if (row.status !== 'pending') {
      const who = await sayWhoWasFirst(context, await findWhoDecided(tx, id));
      throw new Conflict('already_decided', `This order is already ${row.status}. ${who}`);
    }
    return setIt(tx, await lockOrder(tx, id, version), business);
  });
  if (refund) await tryRefund(context, refund.id);
  return getAdminOrder(context, id);
}
