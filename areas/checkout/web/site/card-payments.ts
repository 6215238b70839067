/** Card payments, whichever gateway takes them: the page is the same for the card provider and the sandbox. */
import type { ComponentType } from 'react';
import { declinedBecause, type DeclinedPayment } from './declined-payment.ts';

export type PaymentResult =
  /** Or approved by the bank, and charged once there is a place. */
  | { outcome: 'succeeded'; paymentIntentId: string; isApproval?: boolean }
  /** The bank is still processing it. */
  | { outcome: 'processing'; paymentIntentId: string }
  /** Nothing was charged. `isEnded`: by us. */
  | ({ outcome: 'failed'; isEnded?: boolean } & DeclinedPayment)
  /** The browser is on its way to the bank's page. */
  | { outcome: 'leaving' };

export type PaymentFormProps = {
  clientSecret: string;
  paymentIntentId: string;
  /** Absolute URL to which the bank returns the customer. */
  returnUrl: string;
  /** "Pay $30.97". */
  payLabel: string;
  onBusy: (isBusy: boolean) => void;
  onResult: (result: PaymentResult) => void;
  /** The payment could not be attempted, or its result is unknown. */
  onBroken: () => void;
};

export type CardPayments = {
  Form: ComponentType<PaymentFormProps>;
  /** The payment's current status. Throws if it cannot be found out. */
  retrieve: (payment: { clientSecret: string; paymentIntentId: string }) => Promise<PaymentResult>;
};

type Intent = { id: string; status: string };

/** For an intent as the gateway has it. `declined`: why the bank did not take it, when it did not. */
export function resultOf({ id, status }: Intent, declined: () => DeclinedPayment): PaymentResult {
  switch (status) {
    case 'succeeded':
      return { outcome: 'succeeded', paymentIntentId: id };
    // Approved, and to be taken once there is a place.
    case 'requires_capture':
      return { outcome: 'succeeded', paymentIntentId: id, isApproval: true };
    case 'processing':
      return { outcome: 'processing', paymentIntentId: id };
    // By us: its time was over, or its place went to someone who paid.
    case 'canceled':
      return {
        outcome: 'failed',
        isEnded: true,
        ...declinedBecause('The time for this payment has run out. Nothing was charged.'),
      };
    default:
      return { outcome: 'failed', ...declined() };
  }
}

/** A refusal may carry the intent: one paid in another tab by now is paid, not failed. */
export function resultOfRefusal(
  intent: Intent | undefined,
  declined: DeclinedPayment,
): PaymentResult {
  return intent && intent.status !== 'processing'
    ? resultOf(intent, () => declined)
    : { outcome: 'failed', ...declined };
}
