import { and, eq, isNull } from 'drizzle-orm';
import type { RefundReply } from '#areas/order-book/calls/admin-orders.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type RefundRow, refunds } from '#areas/order-book/server/tables/refunds.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';
import { SENT_AGAIN } from '#areas/order-book/rules/refund-state.ts';
import { tryRefund } from '#areas/order-book/server/submit-refund.ts';
import { toRefundReply } from '#areas/order-book/server/refund-reply.ts';
import { requestRefund } from '#areas/order-book/server/request-refund.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

/**
 * Sends a failed refund again, as a new one with a new key; the failed one stays on record. Throws NotFound, or
 * Conflict `not_failed`, `nothing_to_refund`, `refund_too_large` or `dispute_open`.
 */
export async function retryRefund(
  context: Context,
  staff: StaffMember,
  id: number,
): Promise<RefundReply> {
  const fresh = await context.db.transaction(async (tx) => {
    const failed = await handle(context, tx, id, SENT_AGAIN);
    const { orderId, amountCents, reason } = failed;
    const itemIds = failed.itemIds ?? undefined;
    // What it was a present of stays promised by the failed one.
    const again = { orderId, amountCents, reason, itemIds, staff };
    const requested = await requestRefund(tx, context, again);
    if (!requested)
      throw new Conflict('nothing_to_refund', 'This payment has already been refunded in full.');
    await recordAudit(tx, context, staff, failed, {
      action: 'order.refund_again',
      refundId: requested.id,
    });
    return requested;
  });
  await tryRefund(context, fresh.id);
  const [row] = await context.db.select().from(refunds).where(eq(refunds.id, fresh.id));
  if (!row) throw new Error(`refund ${fresh.id} is gone`);
  return toRefundReply(row);
}

/** Removes a failed refund from the list of tasks. Throws NotFound or Conflict `not_failed`. */
export async function handleRefund(
  context: Context,
  staff: StaffMember,
  id: number,
  note: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const failed = await handle(context, tx, id, note.trim());
    await recordAudit(tx, context, staff, failed, {
      action: 'order.refund_handled',
      note: note.trim(),
    });
  });
}

/** When two members of staff act at once, only one succeeds. */
async function handle(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  id: number,
  note: string,
): Promise<RefundRow> {
  const [failed] = await tx
    .update(refunds)
    .set({ handledAt: new Date(context.clock()), handledNote: note })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'failed'), isNull(refunds.handledAt)))
    .returning();
  if (failed) return failed;
  const [known] = await tx.select({ id: refunds.id }).from(refunds).where(eq(refunds.id, id));
  if (!known) throw new NotFound('This refund');
  throw new Conflict('not_failed', 'Someone has already dealt with this refund.');
}

async function recordAudit(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember,
  { id, orderId, amountCents, failureReason }: RefundRow,
  { action, ...after }: { action: `order.${string}`; note?: string; refundId?: number },
): Promise<void> {
  await recordChange(tx, context, {
    staff,
    action,
    entity: 'order',
    entityId: orderId,
    before: { refundId: id, amount: formatAmount(amountCents), failureReason },
    after,
  });
}
