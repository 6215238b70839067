/** What a shop does with an intent besides having it paid: captures what is only authorised, or cancels it. */
import { type Answer, lostAnswer, objectAnswer } from '../http/answer.ts';
import { behaviourOf } from '../cards/payment-method.ts';
import { disputeCharge } from '../disputes.ts';
import type { Call } from '../http/call.ts';
import { mergeMetadata, readChoice, readInteger, readParameters } from '../http/parameters.ts';
import { invalidParameter, StripeError } from '../http/stripe-errors.ts';
import { unixSeconds } from '../store.ts';
import { type EventCause, recordEvent } from '../webhooks/events.ts';
import {
  formatCurrency,
  getPaymentIntent,
  OPEN_STATUSES,
  type PaymentIntent,
  type PaymentIntentStatus,
  savePaymentIntent,
  unexpectedState,
} from './payment-intent.ts';
import { type Charge, findCharge, saveCharge } from './charge.ts';

const CANCELLATION_REASONS = [
  'abandoned',
  'duplicate',
  'fraudulent',
  'requested_by_customer',
] as const;
const CANCELLABLE: readonly PaymentIntentStatus[] = [...OPEN_STATUSES, 'requires_capture'];

/** Takes what was authorised, or a smaller amount; the rest is let go. */
export function capturePaymentIntent(call: Call): Answer {
  const parameters = readParameters(call.fields, ['amount_to_capture', 'expand', 'metadata']);
  const sentAmount = readInteger(parameters, 'amount_to_capture', { min: 1 });
  const intent = getPaymentIntent(call);
  const metadata = mergeMetadata(intent.metadata, call.fields['metadata']);
  const authorised = findCharge(call.store, intent.latest_charge ?? '');
  if (intent.status !== 'requires_capture' || !authorised) throw cannotCapture(call, intent);
  const amount = sentAmount ?? intent.amount_capturable;
  if (amount > intent.amount_capturable) throw captureTooLarge(intent);
  const {
    refusesCapture,
    losesCapture,
    disputes = [],
  } = behaviourOf(call.store, intent.payment_method ?? '');
  if (refusesCapture) {
    end(call, intent, 'automatic');
    throw approvalLapsed();
  }

  const charge: Charge = { ...authorised, amount_captured: amount, captured: true };
  const captured: PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_capturable: 0,
    amount_received: amount,
    metadata,
  };
  saveCharge(call.store, charge);
  savePaymentIntent(call.store, captured);
  recordEvent(call, 'charge.captured', charge, { captured: false });
  recordEvent(call, 'payment_intent.succeeded', captured);
  for (const terms of disputes) disputeCharge(call, charge, terms);
  return losesCapture ? lostAnswer : objectAnswer(call, captured);
}

export function cancelPaymentIntent(call: Call): Answer {
  const parameters = readParameters(call.fields, ['cancellation_reason', 'expand']);
  const cancellationReason =
    readChoice(parameters, 'cancellation_reason', CANCELLATION_REASONS) ?? null;
  const intent = getPaymentIntent(call);
  if (!CANCELLABLE.includes(intent.status)) throw cannotCancel(call, intent);
  return objectAnswer(call, end(call, intent, cancellationReason));
}

/** Approvals that nobody captured in time end by themselves; by the sandbox's clock, when it is set and at its start. */
export function expireApprovals(cause: EventCause): void {
  const rows = cause.store.sql.all`
    SELECT p.body FROM payment_intents p JOIN charges c ON c.id = json_extract(p.body, '$.latest_charge')
    WHERE json_extract(p.body, '$.status') = 'requires_capture'
      AND json_extract(c.body, '$.payment_method_details.card.capture_before') <= ${unixSeconds()}`;
  for (const { body } of rows) end(cause, JSON.parse(String(body)) as PaymentIntent, 'automatic');
}

function end(
  cause: EventCause,
  intent: PaymentIntent,
  reason: PaymentIntent['cancellation_reason'],
): PaymentIntent {
  if (intent.status === 'requires_capture') letGo(cause, intent);
  const canceled: PaymentIntent = {
    ...intent,
    status: 'canceled',
    amount_capturable: 0,
    canceled_at: unixSeconds(),
    cancellation_reason: reason,
    next_action: null,
  };
  savePaymentIntent(cause.store, canceled);
  recordEvent(cause, 'payment_intent.canceled', canceled);
  return canceled;
}

/** Nothing was captured, so Stripe counts the whole authorisation as refunded, without a refund object. */
function letGo(call: EventCause, intent: PaymentIntent): void {
  const charge = findCharge(call.store, intent.latest_charge ?? '');
  if (!charge) return;
  const released: Charge = { ...charge, amount_refunded: charge.amount, refunded: true };
  saveCharge(call.store, released);
  recordEvent(call, 'charge.refunded', released, { amount_refunded: 0, refunded: false });
}

/** Remembered, so that the end of the intent is committed with it. */
function approvalLapsed(): StripeError {
  return new StripeError(400, {
    type: 'invalid_request_error',
    code: 'charge_expired_for_capture',
    message: 'The bank let this approval lapse before it was captured. Ask for a new payment.',
  });
}

function captureTooLarge(intent: PaymentIntent) {
  const most = formatCurrency(intent.amount_capturable, intent.currency);
  return invalidParameter(
    'amount_to_capture',
    `You can capture at most the amount that is capturable, ${most}.`,
    'amount_too_large',
  );
}

function cannotCapture(call: Call, intent: PaymentIntent) {
  return unexpectedState(
    call,
    intent,
    `This PaymentIntent could not be captured because it has a status of ${intent.status}. ` +
      'Only a PaymentIntent with one of the following statuses may be captured: requires_capture.',
  );
}

function cannotCancel(call: Call, intent: PaymentIntent) {
  return unexpectedState(
    call,
    intent,
    `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. ` +
      `Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELLABLE.join(', ')}.`,
  );
}
