/**
 * The test cards, and the errors for any other card.
 * No number or CVC leaves this file: callers get the brand, last four digits and expiry of a known test card.
 */
import { type Parameters, readTextOrUnset } from '../http/parameters.ts';
import { StripeError } from '../http/stripe-errors.ts';

export type CardOutcome = 'succeeds' | 'is_declined' | 'asks_bank';

export type TestCard = {
  brand: 'visa';
  last4: string;
  expMonth: number;
  expYear: number;
  outcome: CardOutcome;
};

const OUTCOMES = new Map<string, CardOutcome>([
  ['4242424242424242', 'succeeds'],
  ['4000000000000002', 'is_declined'],
  ['4000002500003155', 'asks_bank'],
]);

/** Visa and Mastercard numbers have 16 digits, American Express and Diners at least 14, others at least 12. */
const MIN_LENGTH_BY_FIRST_DIGIT: Partial<Record<string, number>> = { 3: 14, 4: 16, 5: 16 };
const MAX_NUMBER_LENGTH = 19;
const MAX_YEARS_AHEAD = 50;

/** Reads `payment_method_data[card]`. Throws Stripe's 402 card errors; checks expiry against `now`, in UTC. */
export function readTestCard(card: Parameters, now: Date): TestCard {
  const number = digitsOf(readTextOrUnset(card, 'number'));
  if (!isComplete(number)) {
    throw cardError(
      'invalid_number',
      'The card number is not a valid credit card number.',
      'number',
    );
  }
  const expMonth = Number(digitsOf(readTextOrUnset(card, 'exp_month')));
  if (!(expMonth >= 1 && expMonth <= 12)) {
    throw cardError(
      'invalid_expiry_month',
      "Your card's expiration month is invalid.",
      'exp_month',
    );
  }
  const expYear = readYear(digitsOf(readTextOrUnset(card, 'exp_year')), now);
  if (expYear * 12 + expMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1) {
    throw cardError('expired_card', 'Your card has expired.', 'exp_month');
  }
  if (!/^\d{3,4}$/.test(readTextOrUnset(card, 'cvc') ?? '')) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  const outcome = OUTCOMES.get(number);
  if (outcome === undefined) throw unknownCard();
  return { brand: 'visa', last4: number.slice(-4), expMonth, expYear, outcome };
}

/** "30" means 2030. */
function readYear(digits: string, now: Date): number {
  const year = /^\d\d$/.test(digits) ? 2000 + Number(digits) : Number(digits);
  if (!/^(\d\d|\d{4})$/.test(digits) || year > now.getUTCFullYear() + MAX_YEARS_AHEAD) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  return year;
}

/** People type spaces and dashes between groups. Any other character means it is not a number. */
function digitsOf(text: string | null | undefined): string {
  const compact = (text ?? '').replaceAll(/[\s-]/g, '');
  return /^\d+$/.test(compact) ? compact : '';
}

function isComplete(number: string): boolean {
  return (
    number.length >= (MIN_LENGTH_BY_FIRST_DIGIT[number.charAt(0)] ?? 12) &&
    number.length <= MAX_NUMBER_LENGTH
  );
}

/** As at Stripe, a card with invalid details is not a payment attempt: the intent does not change. */
function cardError(code: string, message: string, param: string): StripeError {
  return new StripeError(402, { type: 'card_error', code, message, param }, false);
}

function unknownCard(): StripeError {
  const message =
    'Your card was declined. Your request was in test mode, but used a non test card. ' +
    'Use a known test card such as 4242 4242 4242 4242.';
  const code = 'card_declined';
  return new StripeError(
    402,
    { type: 'card_error', code, decline_code: 'test_mode_live_card', message },
    false,
  );
}
