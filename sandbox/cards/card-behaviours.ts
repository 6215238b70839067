/** What a test card does once its payment is confirmed. https://docs.stripe.com/testing */
import type { Stripe } from 'stripe';

export type Decline = {
  code: string;
  /** null where Stripe gives none, because the code says it all. */
  declineCode: string | null;
  message: string;
  param?: string;
  /** By Stripe itself; the bank was never asked. */
  isBlocked?: true;
};

export type DisputeTerms = Pick<Stripe.Dispute, 'reason' | 'status'>;

export type CardBehaviour = {
  /** The bank asks its customer first; what follows happens after the approval. */
  asksBank?: true;
  decline?: Decline;
  /** Approved, and refused when the money is to be taken. */
  refusesCapture?: true;
  /** The money is taken, and the answer to it never arrives. */
  losesCapture?: true;
  /** Opened as soon as the money is captured. */
  disputes?: readonly DisputeTerms[];
  /** Refunds change a few seconds later: from pending to succeeded, or from succeeded to failed. */
  refunds?: 'succeed_later' | 'fail_later';
  /** `pass` and `normal` unless stated. */
  cvcCheck?: 'pass' | 'fail';
  riskLevel?: 'normal' | 'elevated';
};

const generic: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};
const insufficientFunds: Decline = {
  ...generic,
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};
const fraudulent: DisputeTerms = { reason: 'fraudulent', status: 'needs_response' };

export const CARD_BEHAVIOURS = {
  pays: {},
  is_declined: { decline: generic },
  lacks_funds: { decline: insufficientFunds },
  is_lost: { decline: { ...generic, declineCode: 'lost_card' } },
  is_stolen: { decline: { ...generic, declineCode: 'stolen_card' } },
  is_expired: {
    decline: {
      code: 'expired_card',
      declineCode: null,
      message: 'Your card has expired.',
      param: 'exp_month',
    },
  },
  has_other_cvc: {
    decline: {
      code: 'incorrect_cvc',
      declineCode: null,
      message: "Your card's security code is incorrect.",
      param: 'cvc',
    },
    cvcCheck: 'fail',
  },
  cannot_be_processed: {
    decline: {
      code: 'processing_error',
      declineCode: null,
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  is_used_too_often: {
    decline: {
      ...generic,
      declineCode: 'card_velocity_exceeded',
      message:
        'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    },
  },
  is_blocked: { decline: { ...generic, declineCode: 'fraudulent', isBlocked: true } },
  pays_at_risk: { riskLevel: 'elevated' },
  pays_without_cvc_check: { cvcCheck: 'fail' },
  pays_at_risk_without_cvc_check: { cvcCheck: 'fail', riskLevel: 'elevated' },
  is_disputed: { disputes: [fraudulent] },
  is_not_received: { disputes: [{ reason: 'product_not_received', status: 'needs_response' }] },
  is_inquired: { disputes: [{ reason: 'fraudulent', status: 'warning_needs_response' }] },
  is_disputed_twice: { disputes: [fraudulent, fraudulent] },
  refunds_later: { refunds: 'succeed_later' },
  refund_fails: { refunds: 'fail_later' },
  cannot_be_captured: { refusesCapture: true },
  loses_answer_to_capture: { losesCapture: true },
  asks_bank: { asksBank: true },
  asks_bank_and_lacks_funds: { asksBank: true, decline: insufficientFunds },
  asks_bank_and_is_declined: { asksBank: true, decline: generic },
} satisfies Record<string, CardBehaviour>;

export type BehaviourName = keyof typeof CARD_BEHAVIOURS;

/** Names are kept in the store, so one of an older version may be unknown: null. */
export function findBehaviour(name: string): CardBehaviour | null {
  const behaviours: Partial<Record<string, CardBehaviour>> = CARD_BEHAVIOURS;
  return behaviours[name] ?? null;
}
