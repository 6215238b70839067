/** How far a disputed payment has come, in the card provider's words. Spec is silent; a dispute never changes an order. */

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

/** While the bank decides, money must not be given back a second way. */
export function isOpenDispute(status: DisputeStatus): boolean {
  return OPEN.includes(status);
}
