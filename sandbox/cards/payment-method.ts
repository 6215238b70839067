import type { Stripe } from 'stripe';
import { newId } from '../store/random-id.ts';
import type { Store } from '../store/store.ts';
import { unixSeconds } from '../store/unix-time.ts';
import type { TestCard } from './test-cards.ts';

export type PaymentMethod = Stripe.PaymentMethod & { card: Stripe.PaymentMethod.Card };

export function createPaymentMethod(store: Store, card: TestCard): PaymentMethod {
  const paymentMethod: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
      country: 'AU',
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      funding: 'credit',
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
  return paymentMethod;
}

export function findPaymentMethod(store: Store, id: string): PaymentMethod | null {
  return store.findObject('payment_methods', id) as PaymentMethod | null;
}
