/** The payment intent as an object: its shape, what a browser may see, and its row in the store. */
import type { Stripe } from 'stripe';
import type { Call } from '../http/call.ts';
import { secretsMatch } from '../http/api-keys.ts';
import {
  noSuchObject,
  stateConflict,
  type StripeError,
  invalidParameter,
} from '../http/stripe-errors.ts';
import { newId, randomToken, type Store, unixSeconds } from '../store.ts';
import { type Parameters, readInteger, readText, required } from '../http/parameters.ts';

export type PaymentIntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled';

export type PaymentIntent = Stripe.PaymentIntent & {
  status: PaymentIntentStatus;
  client_secret: string;
  latest_charge: string | null;
  payment_method: string | null;
};

/** Statuses in which an intent can still be changed, confirmed and cancelled. */
export const OPEN_STATUSES: readonly PaymentIntentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

export function isOpen(intent: PaymentIntent): boolean {
  return OPEN_STATUSES.includes(intent.status);
}

export type PaymentIntentTerms = Pick<
  PaymentIntent,
  | 'allowed_payment_method_types'
  | 'amount'
  | 'automatic_payment_methods'
  | 'capture_method'
  | 'currency'
  | 'description'
  | 'metadata'
  | 'receipt_email'
  | 'shipping'
  | 'statement_descriptor_suffix'
>;

export function newPaymentIntent(terms: PaymentIntentTerms): PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomToken(25)}`,
    confirmation_method: 'automatic',
    created: unixSeconds(),
    customer: null,
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    review: null,
    setup_future_usage: null,
    source: null,
    statement_descriptor: null,
    status: 'requires_payment_method',
    transfer_group: null,
    ...terms,
  };
}

/** What the client secret gives access to: no customer details, and nothing internal to the shop. */
export function publicView(intent: PaymentIntent): object {
  return {
    id: intent.id,
    object: intent.object,
    amount: intent.amount,
    amount_details: intent.amount_details,
    automatic_payment_methods: intent.automatic_payment_methods,
    canceled_at: intent.canceled_at,
    cancellation_reason: intent.cancellation_reason,
    capture_method: intent.capture_method,
    client_secret: intent.client_secret,
    confirmation_method: intent.confirmation_method,
    created: intent.created,
    currency: intent.currency,
    description: intent.description,
    last_payment_error: intent.last_payment_error,
    livemode: intent.livemode,
    next_action: intent.next_action,
    payment_method: intent.payment_method,
    payment_method_configuration_details: intent.payment_method_configuration_details,
    payment_method_types: intent.payment_method_types,
    processing: intent.processing,
    setup_future_usage: intent.setup_future_usage,
    source: intent.source,
    status: intent.status,
  };
}

export function viewFor(call: Call, intent: PaymentIntent): object {
  return call.caller === 'server' ? intent : publicView(intent);
}

export function insertPaymentIntent(store: Store, intent: PaymentIntent): void {
  store.sql.run`
    INSERT INTO payment_intents (id, created, body) VALUES (${intent.id}, ${intent.created}, ${JSON.stringify(intent)})`;
}

export function savePaymentIntent(store: Store, intent: PaymentIntent): void {
  store.sql
    .run`UPDATE payment_intents SET body = ${JSON.stringify(intent)} WHERE id = ${intent.id}`;
}

export function findPaymentIntent(store: Store, id: string): PaymentIntent | null {
  return store.findObject('payment_intents', id) as PaymentIntent | null;
}

export function getPaymentIntent(call: Call): PaymentIntent {
  const intent = findPaymentIntent(call.store, call.id);
  if (!intent) throw noSuchObject('payment_intent', call.id, 'intent');
  return intent;
}

/** For calls that a browser can make. A wrong client secret gets the same answer as an unknown intent. */
export function getAuthorisedPaymentIntent(call: Call): PaymentIntent {
  const intent = findPaymentIntent(call.store, call.id);
  const given = call.fields['client_secret'];
  const isSecretCorrect = secretsMatch(
    typeof given === 'string' ? given : '',
    intent?.client_secret ?? '',
  );
  const isAuthorised = isSecretCorrect || (call.caller === 'server' && given === undefined);
  if (!intent || !isAuthorised) throw noSuchObject('payment_intent', call.id, 'intent');
  return intent;
}

/** 400 with the intent as the caller may see it, which saves them another request. */
export function unexpectedState(call: Call, intent: PaymentIntent, message: string): StripeError {
  return stateConflict(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: viewFor(call, intent),
  });
}

/** Stripe's minimum charge in each supported currency, in its minor unit. https://docs.stripe.com/currencies */
const MIN_CHARGE: Partial<Record<string, number>> = {
  aud: 50,
  eur: 50,
  gbp: 30,
  nzd: 50,
  usd: 50,
};
const MAX_CHARGE = 99_999_999;

export function readCurrency(parameters: Parameters): string {
  const currency = required(parameters, 'currency', readText(parameters, 'currency')).toLowerCase();
  if (MIN_CHARGE[currency] === undefined) {
    const supported = Object.keys(MIN_CHARGE).join(', ');
    throw invalidParameter(
      'currency',
      `Invalid currency: ${currency}. The sandbox supports ${supported}.`,
    );
  }
  return currency;
}

/** In the currency's minor unit (cents). */
export function readAmount(parameters: Parameters, currency: string): number | undefined {
  const amount = readInteger(parameters, 'amount');
  if (amount === undefined) return undefined;
  const minimum = MIN_CHARGE[currency] ?? 0;
  if (amount < minimum) {
    throw invalidParameter(
      'amount',
      `Amount must be at least ${formatCurrency(minimum, currency)}`,
      'amount_too_small',
    );
  }
  if (amount > MAX_CHARGE) {
    const message = `Amount must be no more than ${formatCurrency(MAX_CHARGE, currency)}`;
    throw invalidParameter('amount', message, 'amount_too_large');
  }
  return amount;
}

/** 4597 and "aud" -> "$45.97"; other currencies carry their own symbol. */
export function formatCurrency(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-AU', { style: 'currency', currency }).format(amount / 100);
}

/** Where the customer goes after the bank: an http(s) URL, or a path on the origin that serves the sandbox. */
const OWN_ORIGIN = 'http://own-origin.invalid';

/** null for anything else, such as `javascript:…`, `//elsewhere` or `/\elsewhere`. */
export function parseReturnUrl(text: string): URL | null {
  const isPath = text.startsWith('/');
  if (!isPath && !/^https?:\/\//i.test(text)) return null;
  const url = URL.parse(text, OWN_ORIGIN);
  return url && isPath === (url.origin === OWN_ORIGIN) ? url : null;
}

type ReturnResult = { paymentIntentId: string; clientSecret: string; isSucceeded: boolean };

/** The return URL with the parameters that Stripe adds. Throws a TypeError if the text is not a URL. */
export function returnLocation(text: string, result: ReturnResult): string {
  const url = new URL(text, OWN_ORIGIN);
  url.searchParams.set('payment_intent', result.paymentIntentId);
  url.searchParams.set('payment_intent_client_secret', result.clientSecret);
  url.searchParams.set('redirect_status', result.isSucceeded ? 'succeeded' : 'failed');
  return url.origin === OWN_ORIGIN ? url.pathname + url.search + url.hash : url.href;
}

/** The origin besides its own that a page must be allowed to redirect to; null if there is no other. */
export function externalOrigin(text: string): string | null {
  const url = parseReturnUrl(text);
  return url && url.origin !== OWN_ORIGIN ? url.origin : null;
}
