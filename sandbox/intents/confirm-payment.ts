/**
 * Pays an intent with a card, immediately or after the bank's approval. Every step runs in the caller's transaction and
 * depends on the intent's status in that transaction, so an intent is charged at most once.
 */
import type { CardBehaviour, Decline } from '../cards/test-cards.ts';
import {
  behaviourOf,
  findPaymentMethod,
  type PaymentMethod,
  createPaymentMethod,
  findNamedCard,
  type DatedCard,
  readTestCard,
} from '../cards/payment-method.ts';
import { disputeCharge } from '../disputes.ts';
import { type Answer, objectAnswer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import {
  type Parameters,
  readParameters,
  readText,
  readChoice,
  readGroup,
  required,
} from '../http/parameters.ts';
import { invalidParameter, StripeError, noSuchPaymentMethod } from '../http/stripe-errors.ts';
import { recordEvent } from '../webhooks/events.ts';
import { createCharge } from './charge.ts';
import {
  getAuthorisedPaymentIntent,
  isOpen,
  type PaymentIntent,
  savePaymentIntent,
  unexpectedState,
  viewFor,
  parseReturnUrl,
} from './payment-intent.ts';
import type { Store } from '../store.ts';

/** `source` is null to pay with the payment method that the intent has already. */
export type Confirmation = { source: PaymentSource | null; returnUrl: string | null };

const FAILED_AUTHENTICATION =
  'The provided PaymentMethod has failed authentication. ' +
  'You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.';
const NO_PAYMENT_METHOD =
  "You cannot confirm this PaymentIntent because it's missing a payment method. " +
  'Update the PaymentIntent with a payment method first, or confirm it with one.';
const NO_RETURN_URL =
  'This PaymentIntent accepts payment methods that may redirect your customer, so you must provide a `return_url`. ' +
  'To accept none of those, set `automatic_payment_methods[allow_redirects]` to `never`.';

export function confirmPaymentIntent(call: Call): Answer {
  const intent = getAuthorisedPaymentIntent(call);
  const parameters = readParameters(call.fields, [
    'client_secret',
    'key',
    'return_url',
    ...PAYMENT_SOURCE,
    ...(call.caller === 'server' ? ['expand'] : []),
  ]);
  const confirmation = readConfirmation(call, parameters);
  if (!isOpen(intent)) throw cannotConfirm(call, intent);
  return objectAnswer(call, viewFor(call, confirmIntent(call, intent, confirmation)));
}

export function readConfirmation(call: Call, parameters: Parameters): Confirmation {
  const returnUrl = readText(parameters, 'return_url') ?? null;
  if (returnUrl !== null && !parseReturnUrl(returnUrl)) {
    throw invalidParameter(
      'return_url',
      'Not a valid URL: use http, https or a path on this site.',
      'url_invalid',
    );
  }
  return { source: readPaymentSource(call, parameters), returnUrl };
}

/** For an intent that is open. A decline is thrown, after it was saved. */
export function confirmIntent(
  call: Call,
  intent: PaymentIntent,
  { source, returnUrl }: Confirmation,
): PaymentIntent {
  const paymentMethod = source
    ? toPaymentMethod(call.store, source)
    : findPaymentMethod(call.store, intent.payment_method ?? '');
  if (!paymentMethod) throw unexpectedState(call, intent, NO_PAYMENT_METHOD);
  // A browser is on the page it returns to.
  const mayRedirect = intent.automatic_payment_methods?.allow_redirects === 'always';
  if (call.caller === 'server' && mayRedirect && returnUrl === null)
    throw invalidParameter('return_url', NO_RETURN_URL);
  const behaviour = behaviourOf(call.store, paymentMethod.id);
  if (behaviour.asksBank) return askBank(call, intent, paymentMethod, returnUrl);
  if (behaviour.decline) throw declinePayment(call, intent, paymentMethod, behaviour.decline);
  return takePayment(call, intent, paymentMethod, behaviour);
}

/** The bank approved: charges the card that was waiting, unless it is declined for another reason. */
export function approveAtBank(call: Call, intent: PaymentIntent): void {
  const paymentMethod = findPaymentMethod(call.store, intent.payment_method ?? '');
  if (!paymentMethod) return;
  const behaviour = behaviourOf(call.store, paymentMethod.id);
  if (behaviour.decline) declinePayment(call, intent, paymentMethod, behaviour.decline);
  else takePayment(call, intent, paymentMethod, behaviour);
}

/** The bank declined: charges nothing, and the intent waits for another card. */
export function declineAtBank(call: Call, intent: PaymentIntent): void {
  const paymentMethod = findPaymentMethod(call.store, intent.payment_method ?? '');
  const failed = saveFailure(call, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: FAILED_AUTHENTICATION,
    ...(paymentMethod && { payment_method: paymentMethod }),
  });
  recordEvent(call, 'payment_intent.payment_failed', failed);
}

/** Captures the money, or only authorises it if the shop wants to capture it later. */
function takePayment(
  call: Call,
  intent: PaymentIntent,
  paymentMethod: PaymentMethod,
  behaviour: CardBehaviour,
): PaymentIntent {
  const charge = createCharge(call.store, intent, paymentMethod, behaviour);
  const paid: PaymentIntent = {
    ...intent,
    ...(charge.captured
      ? { status: 'succeeded', amount_received: intent.amount }
      : { status: 'requires_capture', amount_capturable: intent.amount }),
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: paymentMethod.id,
  };
  savePaymentIntent(call.store, paid);
  recordEvent(call, 'charge.succeeded', charge);
  if (!charge.captured) {
    recordEvent(call, 'payment_intent.amount_capturable_updated', paid);
    return paid;
  }
  recordEvent(call, 'payment_intent.succeeded', paid);
  for (const terms of behaviour.disputes ?? []) disputeCharge(call, charge, terms);
  return paid;
}

/** The bank page's URL is a path, because the shop serves the sandbox under its own origin. */
function askBank(
  call: Call,
  intent: PaymentIntent,
  paymentMethod: PaymentMethod,
  returnUrl: string | null,
): PaymentIntent {
  const url = `/sandbox/bank/${intent.id}?client_secret=${intent.client_secret}`;
  const waiting: PaymentIntent = {
    ...intent,
    status: 'requires_action',
    last_payment_error: null,
    next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } },
    payment_method: paymentMethod.id,
  };
  savePaymentIntent(call.store, waiting);
  call.store.sql.run`UPDATE payment_intents SET return_url = ${returnUrl} WHERE id = ${intent.id}`;
  recordEvent(call, 'payment_intent.requires_action', waiting);
  return waiting;
}

/** Saves the decline, then returns the error to throw, which does not roll it back. */
function declinePayment(
  call: Call,
  intent: PaymentIntent,
  paymentMethod: PaymentMethod,
  { code, declineCode, message, param }: Decline,
): StripeError {
  const behaviour = behaviourOf(call.store, paymentMethod.id);
  const charge = createCharge(call.store, intent, paymentMethod, behaviour);
  const error = {
    type: 'card_error' as const,
    charge: charge.id,
    code,
    ...(declineCode !== null && { decline_code: declineCode }),
    message,
    ...(param !== undefined && { param }),
    payment_method: paymentMethod,
  };
  const failed = saveFailure(call, { ...intent, latest_charge: charge.id }, error);
  recordEvent(call, 'charge.failed', charge);
  recordEvent(call, 'payment_intent.payment_failed', failed);
  return new StripeError(402, { ...error, payment_intent: viewFor(call, failed) });
}

function saveFailure(
  call: Call,
  intent: PaymentIntent,
  error: NonNullable<PaymentIntent['last_payment_error']>,
): PaymentIntent {
  const failed: PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: error,
    next_action: null,
    payment_method: null,
  };
  savePaymentIntent(call.store, failed);
  return failed;
}

function cannotConfirm(call: Call, intent: PaymentIntent): StripeError {
  const reason =
    intent.status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed.'
      : `it has a status of ${intent.status}.`;
  return unexpectedState(call, intent, `You cannot confirm this PaymentIntent because ${reason}`);
}

// What an intent is to be paid with: a test card by name, a payment method made earlier, or a card typed in.

export type PaymentSource = { card: DatedCard } | { paymentMethod: PaymentMethod };

export const PAYMENT_SOURCE = ['payment_method', 'payment_method_data'];

/** null if none was sent. Changes nothing yet. */
export function readPaymentSource(call: Call, parameters: Parameters): PaymentSource | null {
  const id = readText(parameters, 'payment_method');
  const data = readGroup(parameters, 'payment_method_data', ['type', 'card']);
  if (id !== undefined && data) {
    const message =
      'You may only specify one of these parameters: payment_method, payment_method_data.';
    throw invalidParameter('payment_method', message, 'parameters_exclusive');
  }
  if (data) return { card: readTypedCard(data) };
  return id === undefined ? null : findSource(call.store, id);
}

/** A test card becomes a new payment method. */
export function toPaymentMethod(store: Store, source: PaymentSource): PaymentMethod {
  return 'card' in source ? createPaymentMethod(store, source.card) : source.paymentMethod;
}

function findSource(store: Store, id: string): PaymentSource {
  const card = findNamedCard(id, new Date());
  if (card) return { card };
  const paymentMethod = findPaymentMethod(store, id);
  if (!paymentMethod) throw noSuchPaymentMethod(id);
  return { paymentMethod };
}

function readTypedCard(data: Parameters): DatedCard {
  required(data, 'type', readChoice(data, 'type', ['card']));
  const card = required(
    data,
    'card',
    readGroup(data, 'card', ['number', 'exp_month', 'exp_year', 'cvc']),
  );
  return readTestCard(card, new Date());
}
