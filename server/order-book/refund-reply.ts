import type { RefundReply } from '#contract/admin-orders.ts';
import { formatAmount } from '#domain/money.ts';
import type { RefundRow } from '#server/db/schema/money/refunds.ts';

/** A refund as staff see it. */
export function toRefundReply(refund: RefundRow): RefundReply {
  const { id, amountCents, state, reason, failureReason, staffEmail, createdAt } = refund;
  return {
    id,
    amount: formatAmount(amountCents),
    state,
    reason,
    failureReason,
    staffEmail,
    createdAt: createdAt.toISOString(),
  };
}
