/** What becomes of a refund. Money goes back in steps that may take days, and may come to nothing: never a mere yes or no. */

/** `wanted`: decided here. `sent`: the gateway was asked. `pending`: the gateway is at it. */
export const REFUND_STATES = ['wanted', 'sent', 'pending', 'succeeded', 'failed'] as const;

export type RefundState = (typeof REFUND_STATES)[number];

/** News may come late and out of order: a refund only ever moves forward. Even one that succeeded may fail at the bank. */
export function isLaterRefundState(now: RefundState, news: RefundState): boolean {
  return REFUND_STATES.indexOf(news) > REFUND_STATES.indexOf(now);
}

export function isFinalRefundState(state: RefundState): boolean {
  return state === 'succeeded' || state === 'failed';
}

/** Characters of what staff write about a refund: why it is made, or how a failed one was settled. */
export const LONGEST_REFUND_NOTE = 200;
