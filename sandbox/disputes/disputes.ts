/** Customers who dispute a payment with their bank. Admin calls open and decide disputes; the shop can only read them. */
import { type Answer, objectAnswer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { listByCharge } from '../http/list-page.ts';
import { readChoice, readParameters, readText, required } from '../http/parameters.ts';
import { noSuchObject } from '../http/stripe-errors.ts';
import type { DisputeTerms } from '../cards/card-behaviours.ts';
import { type Charge, findCharge, saveCharge } from '../intents/charge.ts';
import { findPaymentIntent } from '../intents/payment-intent.ts';
import { recordEvent } from '../webhooks/events.ts';
import { type Dispute, getDispute, insertDispute, newDispute, saveDispute } from './dispute.ts';

const STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'prevented',
] as const;
const CLOSED: readonly string[] = ['warning_closed', 'won', 'lost', 'prevented'];

export function openDispute(call: Call): Answer {
  const parameters = readParameters(call.fields, ['payment_intent', 'reason', 'status']);
  const id = required(parameters, 'payment_intent', readText(parameters, 'payment_intent'));
  const charge = findCharge(call.store, findPaymentIntent(call.store, id)?.latest_charge ?? '');
  if (!charge) throw noSuchObject('payment_intent', id, 'payment_intent');
  const dispute = disputeCharge(call, charge, {
    reason: readText(parameters, 'reason') ?? 'fraudulent',
    status: readChoice(parameters, 'status', STATUSES) ?? 'needs_response',
  });
  return objectAnswer(call, dispute);
}

export function disputeCharge(call: Call, charge: Charge, terms: DisputeTerms): Dispute {
  const dispute = newDispute(charge, terms);
  insertDispute(call.store, dispute);
  saveCharge(call.store, { ...charge, disputed: true });
  recordEvent(call, 'charge.dispute.created', dispute);
  return dispute;
}

export function decideDispute(call: Call): Answer {
  const parameters = readParameters(call.fields, ['status']);
  const status = required(parameters, 'status', readChoice(parameters, 'status', STATUSES));
  const decided = { ...getDispute(call.store, call.id), status };
  saveDispute(call.store, decided);
  recordEvent(
    call,
    CLOSED.includes(status) ? 'charge.dispute.closed' : 'charge.dispute.updated',
    decided,
  );
  return objectAnswer(call, decided);
}

export function retrieveDispute(call: Call): Answer {
  readParameters(call.fields, ['expand']);
  return objectAnswer(call, getDispute(call.store, call.id));
}

export function listDisputes(call: Call): Answer {
  return listByCharge(call, { table: 'disputes', object: 'dispute' });
}
