/** Refunds captured money, never more than was captured. */
import { type Answer, objectAnswer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { listByCharge } from '../http/list-page.ts';
import { mergeMetadata } from '../http/metadata.ts';
import {
  type Parameters,
  readChoice,
  readInteger,
  readParameters,
  readText,
  required,
} from '../http/parameters.ts';
import { invalidParameter, noSuchObject, stateConflict } from '../http/stripe-errors.ts';
import { formatCurrency } from '../intents/amount.ts';
import { type Charge, findCharge, saveCharge } from '../intents/charge.ts';
import { findPaymentIntent } from '../intents/payment-intent.ts';
import { randomToken } from '../store/random-id.ts';
import { recordEvent } from '../webhooks/events.ts';
import { changeLater, laterRefundChange } from './later-refunds.ts';
import { nextRefundOutcome } from './refund-outcomes.ts';
import { getRefund, insertRefund, newRefund, type Refund, saveRefund } from './refund.ts';

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

export function createRefund(call: Call): Answer {
  const parameters = readParameters(call.fields, [
    'amount',
    'charge',
    'expand',
    'metadata',
    'payment_intent',
    'reason',
  ]);
  const sentAmount = readInteger(parameters, 'amount', { min: 1 });
  const reason = readChoice(parameters, 'reason', REASONS) ?? null;
  const metadata = mergeMetadata({}, call.fields['metadata']);
  const charge = findRefundableCharge(call, parameters);
  const amount = refundableAmount(charge, sentAmount);
  const changesLater = laterRefundChange(call.store, charge);
  const status = nextRefundOutcome(call.store) ?? changesLater?.from ?? 'succeeded';
  const refund = newRefund(charge, { amount, metadata, reason, status });
  insertRefund(call.store, refund);
  if (status === changesLater?.from) changeLater(call.store, refund, changesLater.to);
  recordEvent(call, 'refund.created', refund);
  if (status === 'failed') {
    recordEvent(call, 'refund.failed', refund);
    return objectAnswer(call, refund);
  }
  addToRefunded(call, charge, amount);
  return objectAnswer(call, status === 'pending' ? refund : addBankReference(call, refund));
}

export function retrieveRefund(call: Call): Answer {
  readParameters(call.fields, ['expand']);
  return objectAnswer(call, getRefund(call.store, call.id));
}

export function listRefunds(call: Call): Answer {
  return listByCharge(call, { table: 'refunds', object: 'refund' });
}

function findRefundableCharge(call: Call, parameters: Parameters): Charge {
  const chargeId = readText(parameters, 'charge');
  const paymentIntentId = readText(parameters, 'payment_intent');
  if (chargeId !== undefined && paymentIntentId !== undefined) {
    const message = 'You may only specify one of these parameters: charge, payment_intent.';
    throw invalidParameter('charge', message, 'parameters_exclusive');
  }
  if (chargeId !== undefined) {
    const charge = findCharge(call.store, chargeId);
    if (!charge) throw noSuchObject('charge', chargeId, 'charge');
    if (!charge.paid)
      throw stateConflict(`Charge ${charge.id} is not refundable.`, {
        code: 'charge_not_refundable',
      });
    return charge;
  }
  const id = required(parameters, 'payment_intent', paymentIntentId);
  const intent = findPaymentIntent(call.store, id);
  if (!intent) throw noSuchObject('payment_intent', id, 'payment_intent');
  const charge =
    intent.status === 'succeeded' ? findCharge(call.store, intent.latest_charge ?? '') : null;
  if (!charge)
    throw stateConflict(`This PaymentIntent (${id}) does not have a successful charge to refund.`);
  return charge;
}

/** The remaining amount, unless a smaller one is requested. */
function refundableAmount(charge: Charge, sentAmount: number | undefined): number {
  if (!charge.captured) {
    throw stateConflict(`Charge ${charge.id} has not been captured. Cancel its PaymentIntent.`, {
      code: 'charge_not_refundable',
    });
  }
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0) {
    throw stateConflict(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (sentAmount !== undefined && sentAmount > left) {
    const sent = formatCurrency(sentAmount, charge.currency);
    const what = charge.amount_refunded === 0 ? 'charge amount' : 'unrefunded amount on charge';
    const message = `Refund amount (${sent}) is greater than ${what} (${formatCurrency(left, charge.currency)})`;
    throw stateConflict(message, { param: 'amount' });
  }
  return sentAmount ?? left;
}

function addToRefunded(call: Call, charge: Charge, amount: number): void {
  const amountRefunded = charge.amount_refunded + amount;
  const changed = {
    amount_refunded: amountRefunded,
    refunded: amountRefunded === charge.amount_captured,
  };
  const refunded: Charge = { ...charge, ...changed };
  saveCharge(call.store, refunded);
  recordEvent(call, 'charge.refunded', refunded, {
    amount_refunded: charge.amount_refunded,
    refunded: charge.refunded,
  });
}

/** Stripe sends the bank's reference number a little later; here it comes immediately. */
function addBankReference(call: Call, refund: Refund): Refund {
  const { destination_details: before } = refund;
  const referenced: Refund = {
    ...refund,
    destination_details: {
      card: {
        reference: randomToken(12).toUpperCase(),
        reference_status: 'available',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
  };
  saveRefund(call.store, referenced);
  recordEvent(call, 'refund.updated', referenced, { destination_details: before });
  return referenced;
}
