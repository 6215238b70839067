import type { ComponentType } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { CheckoutFrame } from './hold-time.tsx';
import type { RetrySoon } from '#areas/checkout/web/site/checkout-queries.ts';

/** What to say of a payment that did not go through: the banks' own words tell nobody what to do. */

type PaymentError = {
  type?: string | undefined;
  code?: string | undefined;
  decline_code?: string | undefined;
  message?: string | undefined;
};

type DeclinedPayment = {
  /** For the toast. Spec 8. */
  message: string;
  advice: string;
};

/** These messages the provider writes for customers; the others are for programmers. */
const WRITTEN_FOR_CUSTOMERS = ['card_error', 'validation_error'];

const NOT_FINISHED = 'Your payment was not completed. Nothing was charged.';

export const TEST_CARD =
  "This is a test environment. Please use the payment provider's standard test card number 4242 4242 4242 4242.";

const NOT_ENOUGH = 'There isn’t enough on this card, or a limit is reached. Use another card.';
const NOT_CONFIRMED =
  'Your bank didn’t confirm it was you. Try again and approve it in your bank’s app, or use another card.';
const NOT_ANSWERING =
  'Your bank isn’t answering just now. Nothing was charged. Try again in a minute.';
const NOT_HERE = 'This card can’t be used here. Use another card.';
const NO_REASON =
  'Your bank declined this card and didn’t say why. Use another card or call your bank.';

/** By decline code, then by code. A lost or stolen card is not named: anyone who holds it may not be its owner. */
const ADVICE: Readonly<Record<string, string>> = {
  insufficient_funds: NOT_ENOUGH,
  withdrawal_count_limit_exceeded: NOT_ENOUGH,
  card_velocity_exceeded: NOT_ENOUGH,
  expired_card: 'This card has expired.',
  incorrect_cvc: 'The security code doesn’t match.',
  invalid_cvc: 'The security code doesn’t match.',
  incorrect_number: 'Check the card number.',
  invalid_number: 'Check the card number.',
  invalid_expiry_month: 'Check the expiry date.',
  invalid_expiry_year: 'Check the expiry date.',
  authentication_required: NOT_CONFIRMED,
  payment_intent_authentication_failure: NOT_CONFIRMED,
  processing_error: NOT_ANSWERING,
  issuer_not_available: NOT_ANSWERING,
  try_again_later: NOT_ANSWERING,
  card_not_supported: NOT_HERE,
  currency_not_supported: NOT_HERE,
  transaction_not_allowed: NOT_HERE,
};

export function isTestCardMessage(message: string): boolean {
  return message.includes('known test card') || message.includes('live mode');
}

/** Without an error the payment was only left. */
export function explainDecline(error: PaymentError | null | undefined): DeclinedPayment {
  const { type = '', code = '', decline_code: declineCode = '', message = '' } = error ?? {};
  const isForCustomers = message !== '' && WRITTEN_FOR_CUSTOMERS.includes(type);
  const isCard = type === 'card_error';
  const advice = ADVICE[declineCode] ?? ADVICE[code] ?? (isCard ? NO_REASON : NOT_FINISHED);
  return {
    message: isForCustomers ? message : NOT_FINISHED,
    advice: isTestCardMessage(message) ? TEST_CARD : advice,
  };
}

/** Something of ours ended it, in the same words everywhere. */
export function declinedBecause(message: string): DeclinedPayment {
  return { message, advice: message };
}

// Card payments, whichever gateway takes them: the page is the same for the card provider and the sandbox.

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

export function PayButton({ label, isBusy }: { label: string; isBusy: boolean }) {
  return (
    <Button
      type="submit"
      size="large"
      busy={isBusy}
      busyLabel="Processing Payment..."
      className="w-full tabular-nums"
    >
      {label}
    </Button>
  );
}

type PreparingProps = {
  heading?: string;
  /** It was asked for, and is asked for again by itself. */
  queue?: RetrySoon | null;
};

export function Preparing({ heading = 'Preparing your payment...', queue }: PreparingProps) {
  return (
    <CheckoutFrame heading={heading} aside={<Skeleton className="h-72" />}>
      <p role="status" className="sr-only">
        {heading}
      </p>
      {queue && (
        <Notice tone="info" announce="polite">
          <p>
            {queue.isOfNetwork ? 'Many people on your network are ordering.' : 'We’re very busy.'}{' '}
            Trying again in {queue.seconds === 1 ? 'a second' : `${queue.seconds} seconds`}… Your
            basket is safe and nothing was charged.
          </p>
        </Notice>
      )}
      <Skeleton className="h-14" />
      <Skeleton className="h-64" />
    </CheckoutFrame>
  );
}
