/** Money of an order as staff read it. Amounts stand on the wire as text. */
import type { AdminOrderReply, RefundReply } from '#contract/admin-orders.ts';
import { type Cents, formatDollars, parseAmount } from '#domain/money.ts';
import type { RefundState } from '#domain/ordering/status/refund-state.ts';

/** "-5.99" -> -599. */
export function centsOf(amount: string): Cents {
  const isNegative = amount.startsWith('-');
  const cents = parseAmount(isNegative ? amount.slice(1) : amount) ?? 0;
  return isNegative ? -cents : cents;
}

/** What is left of the payment to give back; refunds under way count as gone, failed ones do not. */
export function refundableCents(order: Pick<AdminOrderReply, 'paid' | 'refunds'>): Cents {
  const gone = order.refunds.filter(({ state }) => state !== 'failed');
  return gone.reduce((left, { amount }) => left - centsOf(amount), centsOf(order.paid));
}

/** What the customer has paid too much; 0 when nothing. */
export function overpaidCents({ balance }: Pick<AdminOrderReply, 'balance'>): Cents {
  return Math.max(0, -centsOf(balance));
}

const REFUND_WORDS: Record<RefundState, string> = {
  wanted: 'Refund requested',
  sent: 'Refund requested',
  pending: 'Refund under way',
  succeeded: 'Refunded',
  failed: 'Refund failed',
};

export function refundWords(state: RefundState): string {
  return REFUND_WORDS[state];
}

/** What became of a refund, in a sentence. Only a refund that succeeded is called money back. */
export function describeRefund({ amount, state }: Pick<RefundReply, 'amount' | 'state'>): string {
  const dollars = formatDollars(centsOf(amount));
  if (state === 'succeeded') return `${dollars} is refunded to the card.`;
  if (state === 'failed') return `The refund of ${dollars} failed. Please look at the order.`;
  return `A refund of ${dollars} is on its way to the card.`;
}
