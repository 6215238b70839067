import type { RefundReply } from '#contract/admin-orders.ts';
import { formatAmount } from '#domain/money.ts';
import type { OrderRefund } from '#domain/ordering/order.ts';

/** A refund as staff see it. */
export function toRefundReply(refund: OrderRefund): RefundReply {
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
