/** Customers who dispute a payment with their bank. Admin calls open and decide disputes; the shop can only read them. */
import { type Answer, objectAnswer } from './http/answer.ts';
import type { Call } from './http/call.ts';
import { listByCharge } from './http/list-page.ts';
import { readChoice, readParameters, readText, required } from './http/parameters.ts';
import { noSuchObject } from './http/stripe-errors.ts';
import type { DisputeTerms } from './cards/test-cards.ts';
import { type Charge, findCharge, saveCharge } from './intents/charge.ts';
import { findPaymentIntent } from './intents/payment-intent.ts';
import { recordEvent } from './webhooks/events.ts';
import type { Stripe } from 'stripe';
import { newId, type Store, unixSeconds } from './store.ts';

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

type Dispute = Stripe.Dispute & { charge: string; payment_intent: string };

const RESPONSE_SECONDS = 7 * 24 * 60 * 60;

/** Evidence is submitted in Stripe's own dashboard, so the sandbox has none. */
const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** For the whole amount, as most disputes are. */
function newDispute(charge: Charge, terms: Pick<Dispute, 'reason' | 'status'>): Dispute {
  const created = unixSeconds();
  return {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount_captured,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: created + RESPONSE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    // An inquiry takes no money, so it can still be refunded.
    is_charge_refundable: terms.status.startsWith('warning_'),
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: terms.reason,
    status: terms.status,
  };
}

function insertDispute(store: Store, dispute: Dispute): void {
  store.sql.run`
    INSERT INTO disputes (id, created, body, payment_intent, charge)
    VALUES (${dispute.id}, ${dispute.created}, ${JSON.stringify(dispute)}, ${dispute.payment_intent}, ${dispute.charge})`;
}

function saveDispute(store: Store, dispute: Dispute): void {
  store.sql.run`UPDATE disputes SET body = ${JSON.stringify(dispute)} WHERE id = ${dispute.id}`;
}

function getDispute(store: Store, id: string): Dispute {
  const dispute = store.findObject('disputes', id);
  if (!dispute) throw noSuchObject('dispute', id, 'id');
  return dispute as Dispute;
}
