/** What to say of a payment that did not go through: the banks' own words tell nobody what to do. */

/** As the card provider reports it. */
export type PaymentError = {
  type?: string | undefined;
  code?: string | undefined;
  decline_code?: string | undefined;
  message?: string | undefined;
};

export type DeclinedPayment = {
  /** For the toast. Spec 8. */
  message: string;
  /** What to do. */
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
