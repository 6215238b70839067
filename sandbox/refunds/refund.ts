/** The refund as an object: its shape and its row in the store. */
import type { Stripe } from 'stripe';
import { noSuchObject } from '../http/stripe-errors.ts';
import type { Charge } from '../intents/charge.ts';
import { newId } from '../store/random-id.ts';
import type { Store } from '../store/store.ts';
import { unixSeconds } from '../store/unix-time.ts';

export const FINAL_STATUSES = ['succeeded', 'failed'] as const;

export type FinalStatus = (typeof FINAL_STATUSES)[number];
export type RefundOutcome = 'pending' | FinalStatus;

export type Refund = Stripe.Refund & { charge: string; payment_intent: string };

/** `status` also sets `failure_reason`. */
export type RefundTerms = Pick<Refund, 'amount' | 'metadata' | 'reason'> & {
  status: RefundOutcome;
};

export function newRefund(charge: Charge, terms: RefundTerms): Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount: terms.amount,
    balance_transaction: null,
    charge: charge.id,
    created: unixSeconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
    metadata: terms.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: terms.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: terms.status,
    transfer_reversal: null,
    ...failureReason(terms.status),
  };
}

export function withStatus(refund: Refund, status: RefundOutcome): Refund {
  return { ...refund, status, ...failureReason(status) };
}

export function insertRefund(store: Store, refund: Refund): void {
  store.sql.run`
    INSERT INTO refunds (id, created, body, payment_intent, charge)
    VALUES (${refund.id}, ${refund.created}, ${JSON.stringify(refund)}, ${refund.payment_intent}, ${refund.charge})`;
}

export function saveRefund(store: Store, refund: Refund): void {
  store.sql.run`UPDATE refunds SET body = ${JSON.stringify(refund)} WHERE id = ${refund.id}`;
}

export function getRefund(store: Store, id: string): Refund {
  const refund = store.findObject('refunds', id);
  if (!refund) throw noSuchObject('refund', id, 'id');
  return refund as Refund;
}

function failureReason(status: RefundOutcome): Pick<Refund, 'failure_reason'> {
  return status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {};
}
