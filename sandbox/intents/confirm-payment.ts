/**
 * Pays an intent with a card, immediately or after the bank's approval. Every step runs in the caller's transaction and
 * depends on the intent's status in that transaction, so an intent is charged at most once.
 */
import {
  createPaymentMethod,
  findPaymentMethod,
  type PaymentMethod,
} from '../cards/payment-method.ts';
import { readTestCard, type TestCard } from '../cards/test-cards.ts';
import { type Answer, objectAnswer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { readChoice, readGroup, readParameters, readText, required } from '../http/parameters.ts';
import { invalidParameter, StripeError } from '../http/stripe-errors.ts';
import { recordEvent } from '../webhooks/events.ts';
import { createCharge, type Decline } from './charge.ts';
import {
  getAuthorisedPaymentIntent,
  isOpen,
  type PaymentIntent,
  savePaymentIntent,
  unexpectedState,
  viewFor,
} from './payment-intent.ts';
import { parseReturnUrl } from './return-url.ts';

const GENERIC_DECLINE: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};
const FAILED_AUTHENTICATION =
  'The provided PaymentMethod has failed authentication. ' +
  'You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.';

export function confirmPaymentIntent(call: Call): Answer {
  const intent = getAuthorisedPaymentIntent(call);
  const { card, returnUrl } = readConfirmation(call);
  if (!isOpen(intent)) throw cannotConfirm(call, intent);
  const paymentMethod = createPaymentMethod(call.store, card);
  switch (card.outcome) {
    case 'succeeds':
      return objectAnswer(call, viewFor(call, takePayment(call, intent, paymentMethod)));
    case 'asks_bank':
      return objectAnswer(call, viewFor(call, askBank(call, intent, paymentMethod, returnUrl)));
    case 'is_declined':
      throw declinePayment(call, intent, paymentMethod);
  }
}

/** The bank approved: charges the card that was waiting. */
export function approveAtBank(call: Call, intent: PaymentIntent): void {
  const paymentMethod = findPaymentMethod(call.store, intent.payment_method ?? '');
  if (paymentMethod) takePayment(call, intent, paymentMethod);
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

function readConfirmation(call: Call): { card: TestCard; returnUrl: string | null } {
  const parameters = readParameters(call.fields, [
    'client_secret',
    'key',
    'payment_method_data',
    'return_url',
    ...(call.caller === 'server' ? ['expand'] : []),
  ]);
  const returnUrl = readText(parameters, 'return_url') ?? null;
  if (returnUrl !== null && !parseReturnUrl(returnUrl)) {
    throw invalidParameter(
      'return_url',
      'Not a valid URL: use http, https or a path on this site.',
      'url_invalid',
    );
  }
  const data = required(
    parameters,
    'payment_method_data',
    readGroup(parameters, 'payment_method_data', ['type', 'card']),
  );
  required(data, 'type', readChoice(data, 'type', ['card']));
  const card = required(
    data,
    'card',
    readGroup(data, 'card', ['number', 'exp_month', 'exp_year', 'cvc']),
  );
  return { card: readTestCard(card, new Date()), returnUrl };
}

function takePayment(
  call: Call,
  intent: PaymentIntent,
  paymentMethod: PaymentMethod,
): PaymentIntent {
  const charge = createCharge(call.store, intent, paymentMethod, null);
  const succeeded: PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: paymentMethod.id,
  };
  savePaymentIntent(call.store, succeeded);
  recordEvent(call, 'charge.succeeded', charge);
  recordEvent(call, 'payment_intent.succeeded', succeeded);
  return succeeded;
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
): StripeError {
  const { code, declineCode, message } = GENERIC_DECLINE;
  const charge = createCharge(call.store, intent, paymentMethod, GENERIC_DECLINE);
  const error = {
    type: 'card_error' as const,
    charge: charge.id,
    code,
    decline_code: declineCode,
    message,
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
