/** Customers who dispute a payment with their bank. Opened and decided through the admin calls; the shop can only look. */
import type { Stripe } from 'stripe';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
import { findCharge, saveCharge } from './charge.ts';
import { recordEvent } from './events.ts';
import { listOfCharges } from './list-page.ts';
import { objectAnswer } from './object-answer.ts';
import { readChoice, readParameters, readText, required } from './parameters.ts';
import { findPaymentIntent } from './payment-intent.ts';
import { newId } from './random-id.ts';
import type { Store } from './store.ts';
import { noSuchObject } from './stripe-errors.ts';
import { unixSeconds } from './unix-time.ts';

type Dispute = Stripe.Dispute & { charge: string; payment_intent: string };

/** Evidence is sent in at Stripe itself: the sandbox keeps none. */
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
const RESPONSE_SECONDS = 7 * 24 * 60 * 60;

/** Of the whole amount, as most are. */
export function openDispute(call: Call): Answer {
  const parameters = readParameters(call.fields, ['payment_intent', 'reason', 'status']);
  const id = required(parameters, 'payment_intent', readText(parameters, 'payment_intent'));
  const charge = findCharge(call.store, findPaymentIntent(call.store, id)?.latest_charge ?? '');
  if (!charge) throw noSuchObject('payment_intent', id, 'payment_intent');
  const created = unixSeconds();
  const dispute: Dispute = {
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
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: readText(parameters, 'reason') ?? 'fraudulent',
    status: readChoice(parameters, 'status', STATUSES) ?? 'needs_response',
  };
  call.store.sql.run`
    INSERT INTO disputes (id, created, body, payment_intent, charge)
    VALUES (${dispute.id}, ${created}, ${JSON.stringify(dispute)}, ${dispute.payment_intent}, ${charge.id})`;
  saveCharge(call.store, { ...charge, disputed: true });
  recordEvent(call, 'charge.dispute.created', dispute);
  return objectAnswer(call, dispute);
}

export function decideDispute(call: Call): Answer {
  const parameters = readParameters(call.fields, ['status']);
  const status = required(parameters, 'status', readChoice(parameters, 'status', STATUSES));
  const decided = { ...getDispute(call.store, call.id), status };
  call.store.sql.run`UPDATE disputes SET body = ${JSON.stringify(decided)} WHERE id = ${call.id}`;
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
  return listOfCharges(call, { table: 'disputes', object: 'dispute' });
}

function getDispute(store: Store, id: string): Dispute {
  const row = store.sql.get`SELECT body FROM disputes WHERE id = ${id}`;
  if (!row) throw noSuchObject('dispute', id, 'id');
  return JSON.parse(String(row['body'])) as Dispute;
}
