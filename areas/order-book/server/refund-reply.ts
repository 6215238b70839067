import type { RefundReply } from '#areas/order-book/calls/admin-orders.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { isEnded } from '#areas/order-book/rules/delivery-status.ts';
import type { Order, OrderRefund } from '#areas/order-book/rules/order.ts';

/** A refund as staff see it. `what`: the meals that it is for, if any. */
export function toRefundReply(
  refund: Omit<OrderRefund, 'presents' | 'isSettledOtherwise' | 'itemIds'>,
  what: string[] = [],
): RefundReply {
  const { id, amountCents, state, reason, failureReason, staffEmail, createdAt } = refund;
  return {
    id,
    amount: formatAmount(amountCents),
    state,
    what,
    reason,
    failureReason,
    staffEmail,
    createdAt: createdAt.toISOString(),
  };
}

/** Of an order, each with the meals that it is for: "Lentil Chilli, Zoe, Tue 1 Dec (still coming)". */
export function refundRepliesOf(
  order: Pick<Order, 'status' | 'deliveries' | 'gone' | 'refunds'>,
): RefundReply[] {
  const names = new Map<number, string>(
    order.gone.map(({ id, mealName, deliveryDate }) => [
      id,
      `${mealName}, ${formatDayAndMonth(deliveryDate)}`,
    ]),
  );
  for (const { status, date, people } of order.deliveries) {
    const isComing = order.status !== 'cancelled' && !isEnded(status);
    for (const { name, items } of people)
      for (const { id, meal } of items)
        names.set(
          id,
          `${meal.name}, ${name}, ${formatDayAndMonth(date)}${isComing ? ' (still coming)' : ''}`,
        );
  }
  return order.refunds.map((refund) =>
    toRefundReply(
      refund,
      (refund.itemIds ?? []).flatMap((id) => names.get(id) ?? []),
    ),
  );
}
