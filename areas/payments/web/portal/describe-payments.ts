import { amountInDollars } from '#platform/rules/money.ts';
import type {
  BooksCheckReply,
  DisputeReply,
  PaymentDayReply,
  OpenBalanceReply,
  PaymentsOverviewReply,
  UndecidedOrderReply,
} from '#areas/payments/calls/admin-payments.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import type { DisputeStatus } from '#platform/rules/dispute-status.ts';
import type { PendingReason, RefundState } from '#areas/order-book/rules/order-status.ts';

const REASONS: Record<PendingReason, string> = {
  slot_full: 'Paid after its places were released, when the window was full',
  past_cutoff: 'Paid after the cutoff for its week',
  amount_differs: 'The amount paid doesn’t match the order total',
  recipe_changed:
    'A meal may not suit its person or day by now, or a note about food is not answered',
  meal_sold_out: 'Paid after its portions were released, when a meal was sold out',
};

export function describeReason(reason: PendingReason): string {
  return REASONS[reason];
}

/** "Tue 13 Jan 2026, 11am-1pm". */
export function describeDelivery({ date, window }: UndecidedOrderReply['deliveries'][number]) {
  return `${formatDate(date)}, ${windowLabel(window)}`;
}

export function agrees({ provider, ours }: PaymentDayReply): boolean {
  return provider.captured === ours.captured && provider.refunded === ours.refunded;
}

/** "Agrees", or by how much our books are off: "We have $5.99 less". */
export function describeDifference(day: PaymentDayReply): string {
  if (agrees(day)) return 'Matches';
  if (day.difference === '0.00') return 'Same total, but different payments and refunds';
  return day.difference.startsWith('-')
    ? `We have ${amountInDollars(day.difference.slice(1))} more`
    : `We have ${amountInDollars(day.difference)} less`;
}

const DISPUTES: Record<DisputeStatus, string> = {
  warning_needs_response: 'Enquiry: respond',
  warning_under_review: 'Enquiry: the bank is reviewing it',
  warning_closed: 'Enquiry closed',
  needs_response: 'Respond',
  under_review: 'The bank is reviewing it',
  appeal_needs_response: 'Appeal: respond',
  appeal_under_review: 'Appeal: the bank is reviewing it',
  won: 'Won: we keep the money',
  lost: 'Lost: the customer got the money back',
  prevented: 'Prevented',
};

export function describeDispute({ status }: Pick<DisputeReply, 'status'>): string {
  return DISPUTES[status];
}

/** "product_not_received" -> "Product not received". */
export function describeDisputeReason({ reason }: Pick<DisputeReply, 'reason'>): string {
  const words = reason.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const REFUNDS: Record<RefundState, string> = {
  wanted: 'The card provider isn’t responding. We’ll send it as soon as it does.',
  sent: 'The card provider isn’t responding. We’ll send it as soon as it does.',
  pending: 'The money is on its way to the card.',
  succeeded: 'The money is back on the card.',
  failed: 'It failed again.',
};

export function describeSentRefund(state: RefundState): string {
  return REFUNDS[state];
}

/** Stripe's reasons: https://docs.stripe.com/refunds#failed-refunds */
const REFUND_FAILURES: Record<string, string> = {
  charge_for_pending_refund_disputed: 'The customer has since disputed the payment',
  declined: 'The bank declined it',
  expired_or_canceled_card: 'The card has expired or was cancelled',
  insufficient_funds: 'Not enough money in the card provider account',
  lost_or_stolen_card: 'The card was lost or stolen',
  merchant_request: 'We asked to stop it',
  unknown: 'The card provider doesn’t know why',
};

export function describeRefundFailure(reason: string | null): string {
  if (reason === null) return 'The card provider gave no reason';
  return REFUND_FAILURES[reason] ?? reason;
}

/** "$12.99 to refund", or "$5.99 not paid". */
export function describeBalance({ balance }: Pick<OpenBalanceReply, 'balance'>): string {
  return balance.startsWith('-')
    ? `${amountInDollars(balance.slice(1))} to refund`
    : `${amountInDollars(balance)} not paid`;
}

/** Whether the books match, as the last check found; a check that never ran proves nothing. */
export function describeBooks({ lastCheck }: Pick<PaymentsOverviewReply, 'lastCheck'>): string {
  if (lastCheck === null) return 'The books haven’t been checked yet';
  return lastCheck.ok ? 'The books match' : 'The books don’t balance';
}

/** A failed check as a sentence: the rule that is not met. */
export function describeProblem({ rule, count }: BooksCheckReply['problems'][number]): string {
  // Our numbering of the rules means nothing to staff.
  const words = rule.replace(/^I\d+ /, '');
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return count === 1 ? sentence : `${sentence} (${count} times)`;
}
