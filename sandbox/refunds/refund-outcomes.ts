/** Makes refunds stay pending or fail on request, as some do at Stripe. */
import { type Answer, jsonAnswer, objectAnswer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { readChoice, readParameters, readText, required } from '../http/parameters.ts';
import { invalidParameter } from '../http/stripe-errors.ts';
import { findCharge, saveCharge } from '../intents/charge.ts';
import type { Store } from '../store/store.ts';
import { type EventCause, recordEvent } from '../webhooks/events.ts';
import {
  FINAL_STATUSES,
  type FinalStatus,
  getRefund,
  type Refund,
  type RefundOutcome,
  saveRefund,
  withStatus,
} from './refund.ts';

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
export function nextRefundOutcome(store: Store): RefundOutcome | null {
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

export function endRefund(call: EventCause, refund: Refund, status: FinalStatus): Refund {
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
