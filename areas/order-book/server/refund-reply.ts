import type { RefundReply } from '#areas/order-book/calls/admin-orders.ts';
import { formatAmount } from '#platform/rules/money.ts';
import type { OrderRefund } from '#areas/order-book/rules/order.ts';

/** A refund as staff see it. */
export function toRefundReply(
  refund: Omit<OrderRefund, 'presents' | 'isSettledOtherwise'>,
): RefundReply {
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
