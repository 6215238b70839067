/** One attempt to charge a card, successful or not. */
import type { Stripe } from 'stripe';
import type { CardBehaviour, Decline } from '../cards/test-cards.ts';
import type { PaymentMethod } from '../cards/payment-method.ts';
import { type Answer, objectAnswer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { readParameters } from '../http/parameters.ts';
import { noSuchObject } from '../http/stripe-errors.ts';
import { newId, type Store, unixSeconds } from '../store.ts';
import type { PaymentIntent } from './payment-intent.ts';

export type Charge = Stripe.Charge & { status: 'succeeded' | 'failed'; payment_intent: string };

/** How long a customer's own approval is good for. */
const APPROVAL_SECONDS = 7 * 24 * 60 * 60;

const APPROVED = {
  network_status: 'approved_by_network',
  reason: null,
  seller_message: 'Payment complete.',
  type: 'authorized',
};

/** Charges the intent's full amount, or only authorises it for a later capture; nothing if the card is declined. */
export function createCharge(
  store: Store,
  intent: PaymentIntent,
  paymentMethod: PaymentMethod,
  behaviour: CardBehaviour,
): Charge {
  const decline = behaviour.decline ?? null;
  const isPaid = decline === null;
  const isCaptured = isPaid && intent.capture_method !== 'manual';
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isCaptured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: paymentMethod.billing_details,
    calculated_statement_descriptor: null,
    captured: isCaptured,
    created: unixSeconds(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(behaviour),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: paymentMethod.id,
    payment_method_details: { card: cardDetails(intent, paymentMethod, behaviour), type: 'card' },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
  store.sql.run`
    INSERT INTO charges (id, created, body, payment_intent)
    VALUES (${charge.id}, ${charge.created}, ${JSON.stringify(charge)}, ${intent.id})`;
  return charge;
}

export function saveCharge(store: Store, charge: Charge): void {
  store.sql.run`UPDATE charges SET body = ${JSON.stringify(charge)} WHERE id = ${charge.id}`;
}

export function findCharge(store: Store, id: string): Charge | null {
  return store.findObject('charges', id) as Charge | null;
}

export function retrieveCharge(call: Call): Answer {
  readParameters(call.fields, ['expand']);
  const charge = findCharge(call.store, call.id);
  if (!charge) throw noSuchObject('charge', call.id, 'id');
  return objectAnswer(call, charge);
}

function outcomeOf({ decline, riskLevel = 'normal' }: CardBehaviour): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    risk_level: riskLevel,
    risk_score: riskLevel === 'normal' ? 0 : 65,
    ...(decline ? declinedOutcome(decline) : APPROVED),
  };
}

function declinedOutcome({ code, declineCode, isBlocked }: Decline) {
  if (isBlocked) {
    return {
      network_status: 'not_sent_to_network',
      reason: 'highest_risk_level',
      risk_level: 'highest',
      risk_score: 100,
      seller_message: 'Stripe blocked this payment as too risky.',
      type: 'blocked',
    };
  }
  return {
    network_status: 'declined_by_network',
    reason: declineCode ?? code,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  };
}

function cardDetails(
  intent: PaymentIntent,
  { card }: PaymentMethod,
  { decline, cvcCheck = 'pass' }: CardBehaviour,
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: decline ? null : intent.amount,
    authorization_code: null,
    ...(intent.capture_method === 'manual' &&
      !decline && { capture_before: unixSeconds() + APPROVAL_SECONDS }),
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: decline && cvcCheck === 'pass' ? null : cvcCheck,
    },
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: card.regulated_status,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}
