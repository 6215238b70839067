/** Refunds captured money, never more than was captured. */
import { type Answer, objectAnswer, jsonAnswer } from './http/answer.ts';
import type { Call } from './http/call.ts';
import { listByCharge } from './http/list-page.ts';
import {
  mergeMetadata,
  type Parameters,
  readChoice,
  readInteger,
  readParameters,
  readText,
  required,
} from './http/parameters.ts';
import { invalidParameter, noSuchObject, stateConflict } from './http/stripe-errors.ts';
import { formatCurrency, findPaymentIntent } from './intents/payment-intent.ts';
import { type Charge, findCharge, saveCharge } from './intents/charge.ts';
import { randomToken, newId, type Store, unixSeconds } from './store.ts';
import { recordEvent, type EventCause } from './webhooks/events.ts';
import type { Stripe } from 'stripe';
import { behaviourOf } from './cards/payment-method.ts';

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

/** The refund as an object: its shape and its row in the store. */
const FINAL_STATUSES = ['succeeded', 'failed'] as const;

type FinalStatus = (typeof FINAL_STATUSES)[number];
type RefundOutcome = 'pending' | FinalStatus;

export type Refund = Stripe.Refund & { charge: string; payment_intent: string };

/** `status` also sets `failure_reason`. */
type RefundTerms = Pick<Refund, 'amount' | 'metadata' | 'reason'> & {
  status: RefundOutcome;
};

function newRefund(charge: Charge, terms: RefundTerms): Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount: terms.amount,
    balance_transaction: null,
    charge: charge.id,
    created: unixSeconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
    metadata: terms.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: terms.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: terms.status,
    transfer_reversal: null,
    ...failureReason(terms.status),
  };
}

function withStatus(refund: Refund, status: RefundOutcome): Refund {
  return { ...refund, status, ...failureReason(status) };
}

function insertRefund(store: Store, refund: Refund): void {
  store.sql.run`
    INSERT INTO refunds (id, created, body, payment_intent, charge)
    VALUES (${refund.id}, ${refund.created}, ${JSON.stringify(refund)}, ${refund.payment_intent}, ${refund.charge})`;
}

function saveRefund(store: Store, refund: Refund): void {
  store.sql.run`UPDATE refunds SET body = ${JSON.stringify(refund)} WHERE id = ${refund.id}`;
}

function getRefund(store: Store, id: string): Refund {
  const refund = store.findObject('refunds', id);
  if (!refund) throw noSuchObject('refund', id, 'id');
  return refund as Refund;
}

function failureReason(status: RefundOutcome): Pick<Refund, 'failure_reason'> {
  return status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {};
}

/** Makes refunds stay pending or fail on request, as some do at Stripe. */
const OUTCOMES: readonly RefundOutcome[] = ['succeeded', 'pending', 'failed'];

/** `outcomes=succeeded,pending,failed`: the next refunds take these outcomes in turn, repeatedly. */
export function setRefundOutcomes(call: Call): Answer {
  const parameters = readParameters(call.fields, ['outcomes']);
  const sent = required(parameters, 'outcomes', readText(parameters, 'outcomes'));
  const outcomes = sent.split(',');
  if (!outcomes.every(isOutcome)) {
    throw invalidParameter(
      'outcomes',
      `outcomes must be a comma-separated list of ${OUTCOMES.join(', ')}`,
    );
  }
  const { sql } = call.store;
  sql.run`INSERT OR REPLACE INTO settings (name, value) VALUES ('refund_outcomes', ${sent})`;
  sql.run`INSERT OR REPLACE INTO settings (name, value) VALUES ('refund_turn', '0')`;
  return jsonAnswer(200, { outcomes });
}

/** The outcome set for the refund being created; null: none. Each call takes the next one in turn. */
function nextRefundOutcome(store: Store): RefundOutcome | null {
  const setting = store.sql.get`SELECT value FROM settings WHERE name = 'refund_outcomes'`;
  if (!setting) return null;
  const outcomes = String(setting['value']).split(',').filter(isOutcome);
  const row = store.sql.get`
    UPDATE settings SET value = value + 1 WHERE name = 'refund_turn' RETURNING value`;
  return outcomes[(Number(row?.['value']) - 1) % outcomes.length] ?? 'succeeded';
}

/** Completes a pending refund. Even one that succeeded can still fail at the bank. */
export function finishRefund(call: Call): Answer {
  const parameters = readParameters(call.fields, ['status']);
  const status = required(parameters, 'status', readChoice(parameters, 'status', FINAL_STATUSES));
  return objectAnswer(call, endRefund(call, getRefund(call.store, call.id), status));
}

function endRefund(call: EventCause, refund: Refund, status: FinalStatus): Refund {
  const finished = withStatus(refund, status);
  saveRefund(call.store, finished);
  recordEvent(call, 'refund.updated', finished, { status: refund.status });
  if (status === 'failed' && refund.status !== 'failed') {
    subtractFromRefunded(call.store, refund);
    recordEvent(call, 'refund.failed', finished);
  }
  return finished;
}

/** The shop has the money again. */
function subtractFromRefunded(store: Store, refund: Refund): void {
  const charge = findCharge(store, refund.charge);
  if (!charge) return;
  const amountRefunded = charge.amount_refunded - refund.amount;
  saveCharge(store, { ...charge, amount_refunded: amountRefunded, refunded: false });
}

function isOutcome(text: string): text is RefundOutcome {
  return OUTCOMES.some((outcome) => outcome === text);
}

/**
 * Refunds to two of the test cards change a few seconds after they were made. The changes due are in the store, so a
 * killed sandbox makes them at its next start.
 */
type LaterRefunds = { stop(): void };

type LaterChange = { from: RefundOutcome; to: FinalStatus };

const CHANGES: Record<'succeed_later' | 'fail_later', LaterChange> = {
  succeed_later: { from: 'pending', to: 'succeeded' },
  fail_later: { from: 'succeeded', to: 'failed' },
};
/** Long enough to be seen by a person, short enough to wait for. */
const DELAY_MS = 5000;

/** How a refund of this charge will change; null for most cards. */
function laterRefundChange(store: Store, charge: Charge): LaterChange | null {
  const { refunds } = behaviourOf(store, charge.payment_method ?? '');
  return refunds ? CHANGES[refunds] : null;
}

function changeLater(store: Store, refund: Refund, status: FinalStatus): void {
  store.sql.run`
    INSERT INTO refund_changes (refund, status, due_at_ms) VALUES (${refund.id}, ${status}, ${Date.now() + DELAY_MS})`;
}

export function startLaterRefunds(store: Store): LaterRefunds {
  let timer: NodeJS.Timeout | undefined;

  function schedule(): void {
    clearTimeout(timer);
    const next = store.sql.get`SELECT min(due_at_ms) AS due FROM refund_changes`;
    if (typeof next?.['due'] !== 'number') return;
    timer = setTimeout(changeDue, next['due'] - Date.now());
  }

  /** The commit schedules the next change. */
  function changeDue(): void {
    store.transact(() => {
      for (const row of store.sql.all`
        DELETE FROM refund_changes WHERE due_at_ms <= ${Date.now()} RETURNING refund, status`) {
        const refund = getRefund(store, String(row['refund']));
        const status = row['status'] === 'failed' ? 'failed' : 'succeeded';
        const cause = { store, requestId: null, idempotencyKey: null };
        if (refund.status !== status) endRefund(cause, refund, status);
      }
    });
  }

  store.onCommit(schedule);
  schedule();
  return { stop: () => clearTimeout(timer) };
}
