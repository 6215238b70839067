/**
 * Whether the money we have for an order matches its total. Nothing is ever charged or refunded silently: staff are
 * alerted.
 */
import { type Cents, formatDollars, sumCents } from '#platform/rules/money.ts';
import type { OrderStatus } from '#areas/order-book/rules/order-status.ts';
import type { RefundState } from '#areas/order-book/rules/refund-state.ts';

/** What staff look for: money that the customer owes, or money to be paid back. */
export const ORDER_BALANCES = ['owed', 'refund'] as const;

export type OpenOrderBalance = (typeof ORDER_BALANCES)[number];

type OrderMoney = {
  status: OrderStatus;
  totalCents: Cents;
  capturedCents: Cents;
  /** `waivedCents`: how much of it was a present. */
  refunds: readonly { amountCents: Cents; waivedCents: Cents; state: RefundState }[];
};

export type OrderBalance = {
  /** Only what the customer has actually got back. */
  refundedCents: Cents;
  /**
   * Total less the money we have, counting refunds under way as paid out: negative is to be refunded, positive is not
   * paid.
   */
  balanceCents: Cents;
  /** What the customer still has to pay: what staff gave back as a present is not asked for again. */
  owedCents: Cents;
  warning: string | null;
};

export function orderBalance(order: OrderMoney): OrderBalance {
  const sumOf = (states: readonly RefundState[]) =>
    sumCents(
      order.refunds
        .filter((refund) => states.includes(refund.state))
        .map((refund) => refund.amountCents),
    );
  const keptCents = order.capturedCents - sumOf(['wanted', 'sent', 'pending', 'succeeded']);
  const costCents = order.status === 'cancelled' ? 0 : order.totalCents;
  const balanceCents = costCents - keptCents;
  const waivedCents = sumCents(
    order.refunds.map((refund) => (refund.state === 'failed' ? 0 : refund.waivedCents)),
  );
  const owedCents = Math.max(0, balanceCents - waivedCents);
  return {
    refundedCents: sumOf(['succeeded']),
    balanceCents,
    owedCents,
    warning: warningFor(order, balanceCents, owedCents),
  };
}

function warningFor(order: OrderMoney, balanceCents: Cents, owedCents: Cents): string | null {
  if (balanceCents >= 0 && owedCents === 0) return null;
  const amount = formatDollars(Math.abs(balanceCents));
  if (owedCents > 0) return `${formatDollars(owedCents)} of this order is unpaid.`;
  if (order.refunds.some((refund) => refund.state === 'failed')) {
    return `A refund failed: ${amount} still needs to be refunded.`;
  }
  return order.status === 'cancelled'
    ? `This order is cancelled, but ${amount} was not refunded.`
    : `The customer overpaid by ${amount}.`;
}
