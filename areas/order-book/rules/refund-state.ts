/** The progress of a refund. It takes steps over several days and can fail: never a mere yes or no. */

/** `wanted`: requested here. `sent`: passed to the gateway. `pending`: the gateway is processing it. */
export const REFUND_STATES = ['wanted', 'sent', 'pending', 'succeeded', 'failed'] as const;

export type RefundState = (typeof REFUND_STATES)[number];

/**
 * Events may arrive late and out of order, so a refund only ever moves forward. Even one that succeeded may fail at the
 * bank.
 */
export function isLaterRefundState(now: RefundState, news: RefundState): boolean {
  return REFUND_STATES.indexOf(news) > REFUND_STATES.indexOf(now);
}

export function isFinalRefundState(state: RefundState): boolean {
  return state === 'succeeded' || state === 'failed';
}

/** The note of a failed one that a new one stands in for. */
export const SENT_AGAIN = 'Sent again';

/** Characters of what staff write about a refund: why it is made, or how a failed one was settled. */
export const LONGEST_REFUND_NOTE = 200;
