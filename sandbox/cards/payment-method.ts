import type { Stripe } from 'stripe';
import { newId, type Store, unixSeconds } from '../store.ts';
import {
  type CardBehaviour,
  CARD_BEHAVIOURS,
  findBehaviour,
  findCardByName,
  findCardByNumber,
  type TestCard,
} from './test-cards.ts';
import { type Parameters, readTextOrUnset } from '../http/parameters.ts';
import { StripeError } from '../http/stripe-errors.ts';

export type PaymentMethod = Stripe.PaymentMethod & { card: Stripe.PaymentMethod.Card };

export function createPaymentMethod(store: Store, card: DatedCard): PaymentMethod {
  const paymentMethod: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
      country: card.country,
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      funding: card.funding,
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: unixSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  store.sql.run`
    INSERT INTO payment_methods (id, created, body)
    VALUES (${paymentMethod.id}, ${paymentMethod.created}, ${JSON.stringify(paymentMethod)})`;
  if (card.behaviour !== 'pays') {
    store.sql.run`
      INSERT INTO card_behaviours (payment_method, behaviour) VALUES (${paymentMethod.id}, ${card.behaviour})`;
  }
  return paymentMethod;
}

/** The card behind a name such as `pm_card_visa`, which makes a new payment method at each use; null: not a known name. */
export function findNamedCard(name: string, now: Date): DatedCard | null {
  const card = findCardByName(name);
  return card && { ...card, expMonth: now.getUTCMonth() + 1, expYear: now.getUTCFullYear() + 1 };
}

export function behaviourOf(store: Store, paymentMethodId: string): CardBehaviour {
  const row = store.sql
    .get`SELECT behaviour FROM card_behaviours WHERE payment_method = ${paymentMethodId}`;
  return findBehaviour(String(row?.['behaviour'])) ?? CARD_BEHAVIOURS.pays;
}

export function findPaymentMethod(store: Store, id: string): PaymentMethod | null {
  return store.findObject('payment_methods', id) as PaymentMethod | null;
}

// Reads a card as typed. No number or CVC leaves this file: callers get what is known of the test card, and its expiry.

export type DatedCard = TestCard & { expMonth: number; expYear: number };

/** Visa and Mastercard numbers have 16 digits, American Express and Diners at least 14, others at least 12. */
const MIN_LENGTH_BY_FIRST_DIGIT: Partial<Record<string, number>> = { 3: 14, 4: 16, 5: 16 };
const MAX_NUMBER_LENGTH = 19;
const MAX_YEARS_AHEAD = 50;

/** Reads `payment_method_data[card]`. Throws Stripe's 402 card errors; checks expiry against `now`, in UTC. */
export function readTestCard(card: Parameters, now: Date): DatedCard {
  const number = digitsOf(readTextOrUnset(card, 'number'));
  if (!isComplete(number)) {
    throw cardError(
      'invalid_number',
      'The card number is not a valid credit card number.',
      'number',
    );
  }
  if (!passesLuhnCheck(number)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
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
  const testCard = findCardByNumber(number);
  if (!testCard) throw unknownCard();
  return { ...testCard, expMonth, expYear };
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

/** The last digit of a card number makes this sum a multiple of ten. https://en.wikipedia.org/wiki/Luhn_algorithm */
function passesLuhnCheck(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, at) => {
    const value = at % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
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
