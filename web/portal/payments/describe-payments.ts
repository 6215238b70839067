/** What stands on the Payments page, in words. */
import type {
  BooksCheckReply,
  DisputeReply,
  PaymentDayReply,
  PaymentDeskReply,
  UndecidedOrderReply,
} from '#contract/admin-payments.ts';
import { formatDate } from '#domain/calendar/plain-date.ts';
import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import type { DisputeStatus } from '#domain/ordering/status/dispute-status.ts';
import type { PendingReason } from '#domain/ordering/status/order-status.ts';
import type { RefundState } from '#domain/ordering/status/refund-state.ts';

const REASONS: Record<PendingReason, string> = {
  slot_full: 'Paid after its places were given away, and the delivery is full',
  past_cutoff: 'Paid after the cutoff of its week',
  amount_differs: 'The amount that was paid is not the price of the order',
};

export function describeReason(reason: PendingReason): string {
  return REASONS[reason];
}

/** "Tue 13 Jan 2026, 11am-1pm". */
export function describeDrop({ date, timeSlot }: UndecidedOrderReply['deliveries'][number]) {
  return `${formatDate(date)}, ${windowLabel(timeSlot)}`;
}

export function agrees({ provider, ours }: PaymentDayReply): boolean {
  return provider.captured === ours.captured && provider.refunded === ours.refunded;
}

/** "Agrees", or by how much our books are off: "We have $5.99 less". */
export function describeDifference(day: PaymentDayReply): string {
  if (agrees(day)) return 'Agrees';
  if (day.difference === '0.00') return 'Same sum, but not the same payments and refunds';
  return day.difference.startsWith('-')
    ? `We have $${day.difference.slice(1)} more`
    : `We have $${day.difference} less`;
}

const DISPUTES: Record<DisputeStatus, string> = {
  warning_needs_response: 'Enquiry: answer it',
  warning_under_review: 'Enquiry: the bank is looking at it',
  warning_closed: 'Enquiry closed',
  needs_response: 'Answer it',
  under_review: 'The bank is looking at it',
  appeal_needs_response: 'Appeal: answer it',
  appeal_under_review: 'Appeal: the bank is looking at it',
  won: 'Won: the money stays here',
  lost: 'Lost: the money went back',
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
  wanted: 'The card provider does not answer right now. It is sent by itself as soon as it does.',
  sent: 'The card provider does not answer right now. It is sent by itself as soon as it does.',
  pending: 'The money is on its way to the card.',
  succeeded: 'The money is back on the card.',
  failed: 'It failed again.',
};

export function describeSentRefund(state: RefundState): string {
  return REFUNDS[state];
}

/** Stripe's own words for it: https://docs.stripe.com/refunds#failed-refunds */
const REFUND_FAILURES: Record<string, string> = {
  charge_for_pending_refund_disputed: 'The customer disputed the payment meanwhile',
  declined: 'The bank declined it',
  expired_or_canceled_card: 'The card has expired or was cancelled',
  insufficient_funds: 'The card provider’s account holds too little money',
  lost_or_stolen_card: 'The card was lost or stolen',
  merchant_request: 'It was stopped on our request',
  unknown: 'The card provider knows no reason',
};

export function describeRefundFailure(reason: string | null): string {
  if (reason === null) return 'The card provider gave no reason';
  return REFUND_FAILURES[reason] ?? reason;
}

/** How many things wait for a person. Disputes that are closed do not. */
export function countTasks(desk: PaymentDeskReply): number {
  return (
    desk.undecidedOrders.length +
    desk.failedRefunds.length +
    desk.unmatchedEvents.length +
    desk.disputes.filter(({ isOpen }) => isOpen).length
  );
}

/** A check that was never made proves nothing. */
export function addsUp(desk: PaymentDeskReply): boolean {
  return countTasks(desk) === 0 && desk.lastCheck?.ok === true;
}

export function describeDesk(desk: PaymentDeskReply): string {
  if (addsUp(desk)) return 'Everything adds up';
  const tasks = countTasks(desk);
  const isUneven = desk.lastCheck?.ok === false;
  if (tasks === 0) return isUneven ? 'The books do not agree' : 'Nothing waits for you';
  const words = tasks === 1 ? '1 thing waits for you' : `${tasks} things wait for you`;
  return isUneven ? `${words}, and the books do not agree` : words;
}

/** A rule of the house in a sentence: what it demands does not hold. */
export function describeProblem({ rule, count }: BooksCheckReply['problems'][number]): string {
  // The house's own numbers of its rules mean nothing to who reads this.
  const words = rule.replace(/^I\d+ /, '');
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return count === 1 ? sentence : `${sentence} (${count} times)`;
}
