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
import type { DisputeStatus } from '#domain/ordering/dispute-status.ts';
import type { PendingReason } from '#domain/ordering/order-status.ts';
import type { RefundState } from '#domain/ordering/refund-state.ts';

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

/** "2 rules are broken" says less than this. */
export function describeProblem({ rule, count }: BooksCheckReply['problems'][number]): string {
  // The house's own numbers of its rules mean nothing to who reads this.
  const words = rule.replace(/^I\d+ /, '');
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return count === 1 ? sentence : `${sentence} (${count} times)`;
}
