/** Money of an order as text for staff. Amounts on the wire are text. */
import type { RefundReply } from '#areas/order-book/calls/admin-orders.ts';
import { type Cents, formatDollars, parseAmount } from '#platform/rules/money.ts';
import type { RefundState } from '#areas/order-book/rules/order-status.ts';

/** "-5.99" -> -599. */
export function centsOf(amount: string): Cents {
  const isNegative = amount.startsWith('-');
  const cents = parseAmount(isNegative ? amount.slice(1) : amount) ?? 0;
  return isNegative ? -cents : cents;
}

/** "$1.50 due", "$4.00 to refund"; empty: nothing is open. */
export function balanceText({ balance }: { balance: string }): string {
  const cents = centsOf(balance);
  if (cents === 0) return '';
  return cents > 0 ? `${formatDollars(cents)} due` : `${formatDollars(-cents)} to refund`;
}

const REFUND_WORDS: Record<RefundState, string> = {
  wanted: 'Refund requested',
  sent: 'Refund requested',
  pending: 'Refund under way',
  succeeded: 'Refunded',
  failed: 'Refund failed',
};

export function formatRefundState(state: RefundState): string {
  return REFUND_WORDS[state];
}

/** The status of a refund, as a sentence. Only one that succeeded is called money back. */
export function describeRefund({ amount, state }: Pick<RefundReply, 'amount' | 'state'>): string {
  const dollars = formatDollars(centsOf(amount));
  if (state === 'succeeded') return `${dollars} has been refunded to the card.`;
  if (state === 'failed') return `The refund of ${dollars} failed. Check the order.`;
  return `A refund of ${dollars} is on its way to the card.`;
}
