/** What an intent is to be paid with: a test card by name, a payment method made earlier, or a card typed in. */
import {
  createPaymentMethod,
  findNamedCard,
  findPaymentMethod,
  type PaymentMethod,
} from '../cards/payment-method.ts';
import { type DatedCard, readTestCard } from '../cards/read-card.ts';
import type { Call } from '../http/call.ts';
import { type Parameters, readChoice, readGroup, readText, required } from '../http/parameters.ts';
import { invalidParameter, noSuchPaymentMethod } from '../http/stripe-errors.ts';
import type { Store } from '../store/store.ts';

export type PaymentSource = { card: DatedCard } | { paymentMethod: PaymentMethod };

export const PAYMENT_SOURCE = ['payment_method', 'payment_method_data'];

/** null if none was sent. Changes nothing yet. */
export function readPaymentSource(call: Call, parameters: Parameters): PaymentSource | null {
  const id = readText(parameters, 'payment_method');
  const data = readGroup(parameters, 'payment_method_data', ['type', 'card']);
  if (id !== undefined && data) {
    const message =
      'You may only specify one of these parameters: payment_method, payment_method_data.';
    throw invalidParameter('payment_method', message, 'parameters_exclusive');
  }
  if (data) return { card: readTypedCard(data) };
  return id === undefined ? null : findSource(call.store, id);
}

/** A test card becomes a new payment method. */
export function toPaymentMethod(store: Store, source: PaymentSource): PaymentMethod {
  return 'card' in source ? createPaymentMethod(store, source.card) : source.paymentMethod;
}

function findSource(store: Store, id: string): PaymentSource {
  const card = findNamedCard(id, new Date());
  if (card) return { card };
  const paymentMethod = findPaymentMethod(store, id);
  if (!paymentMethod) throw noSuchPaymentMethod(id);
  return { paymentMethod };
}

function readTypedCard(data: Parameters): DatedCard {
  required(data, 'type', readChoice(data, 'type', ['card']));
  const card = required(
    data,
    'card',
    readGroup(data, 'card', ['number', 'exp_month', 'exp_year', 'cvc']),
  );
  return readTestCard(card, new Date());
}
