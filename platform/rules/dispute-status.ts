/**
 * The status of a disputed payment, in the card provider's words. The spec is silent; a dispute never changes an order.
 */

export const DISPUTE_STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'won',
  'lost',
  'prevented',
] as const;

export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

const OPEN: readonly DisputeStatus[] = [
  'warning_needs_response',
  'warning_under_review',
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
];

/** While the bank decides, we must not refund: the customer would get the money twice. */
export function isOpenDispute(status: DisputeStatus): boolean {
  return OPEN.includes(status);
}
