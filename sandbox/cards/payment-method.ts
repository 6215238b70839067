import type { Stripe } from 'stripe';
import { newId } from '../store/random-id.ts';
import type { Store } from '../store/store.ts';
import { unixSeconds } from '../store/unix-time.ts';
import { type CardBehaviour, CARD_BEHAVIOURS, findBehaviour } from './card-behaviours.ts';
import type { DatedCard } from './read-card.ts';
import { findCardByName } from './test-cards.ts';

export type PaymentMethod = Stripe.PaymentMethod & { card: Stripe.PaymentMethod.Card };

export function createPaymentMethod(store: Store, card: DatedCard): PaymentMethod {
  const paymentMethod: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
      country: card.country,
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      funding: card.funding,
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: unixSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  store.sql.run`
    INSERT INTO payment_methods (id, created, body)
    VALUES (${paymentMethod.id}, ${paymentMethod.created}, ${JSON.stringify(paymentMethod)})`;
  if (card.behaviour !== 'pays') {
    store.sql.run`
      INSERT INTO card_behaviours (payment_method, behaviour) VALUES (${paymentMethod.id}, ${card.behaviour})`;
  }
  return paymentMethod;
}

/** The card behind a name such as `pm_card_visa`, which makes a new payment method at each use; null: not a known name. */
export function findNamedCard(name: string, now: Date): DatedCard | null {
  const card = findCardByName(name);
  return card && { ...card, expMonth: now.getUTCMonth() + 1, expYear: now.getUTCFullYear() + 1 };
}

export function behaviourOf(store: Store, paymentMethodId: string): CardBehaviour {
  const row = store.sql
    .get`SELECT behaviour FROM card_behaviours WHERE payment_method = ${paymentMethodId}`;
  return findBehaviour(String(row?.['behaviour'])) ?? CARD_BEHAVIOURS.pays;
}

export function findPaymentMethod(store: Store, id: string): PaymentMethod | null {
  return store.findObject('payment_methods', id) as PaymentMethod | null;
}
