/** The shop's calls on payment intents. Paying them is in confirm-payment.ts. */
import { type Answer, objectAnswer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { LIST_PARAMETERS, listAnswer } from '../http/list-page.ts';
import { mergeMetadata } from '../http/metadata.ts';
import {
  type Parameters,
  readChoice,
  readEmailOrUnset,
  readParameters,
  readText,
  readTextOrUnset,
  required,
} from '../http/parameters.ts';
import { unixSeconds } from '../store/unix-time.ts';
import { recordEvent } from '../webhooks/events.ts';
import { readAmount, readCurrency } from './amount.ts';
import {
  getPaymentIntent,
  getAuthorisedPaymentIntent,
  insertPaymentIntent,
  isOpen,
  newPaymentIntent,
  OPEN_STATUSES,
  type PaymentIntent,
  savePaymentIntent,
  unexpectedState,
  viewFor,
} from './payment-intent.ts';
import { readPaymentMethodChoice, readShipping } from './payment-terms.ts';

const CHANGEABLE = ['amount', 'description', 'metadata', 'receipt_email', 'shipping'];
const CANCELLATION_REASONS = [
  'abandoned',
  'duplicate',
  'fraudulent',
  'requested_by_customer',
] as const;

export function makePaymentIntent(call: Call): Answer {
  const parameters = readParameters(call.fields, [
    ...CHANGEABLE,
    'allowed_payment_method_types',
    'automatic_payment_methods',
    'capture_method',
    'currency',
    'expand',
    'payment_method_types',
    'statement_descriptor_suffix',
  ]);
  const currency = readCurrency(parameters);
  const intent = newPaymentIntent({
    amount: required(parameters, 'amount', readAmount(parameters, currency)),
    ...readPaymentMethodChoice(parameters),
    capture_method:
      readChoice(parameters, 'capture_method', ['automatic', 'automatic_async']) ??
      'automatic_async',
    currency,
    description: readText(parameters, 'description') ?? null,
    metadata: mergeMetadata({}, call.fields['metadata']),
    receipt_email: readEmailOrUnset(parameters, 'receipt_email') ?? null,
    shipping: readShipping(parameters) ?? null,
    statement_descriptor_suffix: readText(parameters, 'statement_descriptor_suffix', 22) ?? null,
  });
  insertPaymentIntent(call.store, intent);
  recordEvent(call, 'payment_intent.created', intent);
  return objectAnswer(call, intent);
}

export function retrievePaymentIntent(call: Call): Answer {
  const intent = getAuthorisedPaymentIntent(call);
  readParameters(call.fields, [
    'client_secret',
    'key',
    ...(call.caller === 'server' ? ['expand'] : []),
  ]);
  return objectAnswer(call, viewFor(call, intent));
}

export function listPaymentIntents(call: Call): Answer {
  const parameters = readParameters(call.fields, LIST_PARAMETERS);
  return listAnswer(call, parameters, { table: 'payment_intents', object: 'payment_intent' });
}

export function updatePaymentIntent(call: Call): Answer {
  const parameters = readParameters(call.fields, [...CHANGEABLE, 'expand']);
  const intent = getPaymentIntent(call);
  const changed = changedIntent(call, intent, parameters);
  if (!isOpen(intent)) throw cannotUpdate(call, intent);
  savePaymentIntent(call.store, changed);
  return objectAnswer(call, changed);
}

export function cancelPaymentIntent(call: Call): Answer {
  const parameters = readParameters(call.fields, ['cancellation_reason', 'expand']);
  const cancellationReason =
    readChoice(parameters, 'cancellation_reason', CANCELLATION_REASONS) ?? null;
  const intent = getPaymentIntent(call);
  if (!isOpen(intent)) throw cannotCancel(call, intent);
  const canceled: PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: unixSeconds(),
    cancellation_reason: cancellationReason,
    next_action: null,
  };
  savePaymentIntent(call.store, canceled);
  recordEvent(call, 'payment_intent.canceled', canceled);
  return objectAnswer(call, canceled);
}

function changedIntent(call: Call, intent: PaymentIntent, parameters: Parameters): PaymentIntent {
  const amount = readAmount(parameters, intent.currency) ?? intent.amount;
  const description = readTextOrUnset(parameters, 'description');
  const receiptEmail = readEmailOrUnset(parameters, 'receipt_email');
  const shipping = readShipping(parameters);
  const changed: PaymentIntent = {
    ...intent,
    amount,
    description: description === undefined ? intent.description : description,
    metadata: mergeMetadata(intent.metadata, call.fields['metadata']),
    receipt_email: receiptEmail === undefined ? intent.receipt_email : receiptEmail,
    shipping: shipping === undefined ? intent.shipping : shipping,
  };
  // The bank was asked to approve the old amount, so its approval must not charge the new one.
  return amount === intent.amount || intent.status !== 'requires_action'
    ? changed
    : { ...changed, status: 'requires_payment_method', payment_method: null, next_action: null };
}

function cannotUpdate(call: Call, intent: PaymentIntent) {
  const param = Object.keys(call.fields).find((name) => CHANGEABLE.includes(name)) ?? 'intent';
  return unexpectedState(
    call,
    intent,
    `This PaymentIntent's ${param} could not be updated because it has a status of ${intent.status}. ` +
      `You may only update the ${param} of a PaymentIntent with one of the following statuses: ${OPEN_STATUSES.join(', ')}.`,
  );
}

function cannotCancel(call: Call, intent: PaymentIntent) {
  return unexpectedState(
    call,
    intent,
    `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. ` +
      `Only a PaymentIntent with one of the following statuses may be canceled: ${OPEN_STATUSES.join(', ')}.`,
  );
}
