/** A virtual customer: does by HTTP what the site's pages do, and records every reply. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { parseAmount } from '#platform/rules/money.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { DECLINED_CARD, GOOD_CARD } from '#quality/support/an-order.ts';
import type { BrowserAnswer, Browser } from './browser.ts';
import type { Fact, History } from './history.ts';

export const CARDS = { good: GOOD_CARD, declined: DECLINED_CARD } as const;

export type OpenedCheckout = {
  intent: string;
  clientSecret: string;
  checkoutId: string;
  cents: number;
};

export type Customer = {
  who: string;
  browser: Browser;
  history: History;
  /** How often to retry when there is no reply. */
  patience: number;
};

const PAUSE_MS = 400;

/** The order with the server's amounts; null when the server refuses to price it. */
export async function askPrice(
  customer: Customer,
  order: PreparedOrder,
): Promise<PreparedOrder | null> {
  const answer = await askUntilAnswered(customer, () =>
    customer.browser.json('POST', '/api/quote', { orderData: order }),
  );
  note(customer, 'quote', answer);
  if (answer.status !== 200) return null;
  const { subtotal, deliveryFee, tax, total } = answer.body as QuoteReply;
  return { ...order, subtotal, deliveryFee, tax, total };
}

/** Opens the payment; null when refused. */
export async function startCheckout(
  customer: Customer,
  orderData: PreparedOrder,
): Promise<OpenedCheckout | null> {
  return sendCheckout(customer, { amount: Number(orderData.total), orderData });
}

/** Like `startCheckout`, with anything an attacker may send. */
export async function sendCheckout(
  customer: Customer,
  sent: object,
): Promise<OpenedCheckout | null> {
  const answer = await askUntilAnswered(customer, () =>
    customer.browser.json('POST', '/api/create-payment-intent', sent),
  );
  if (answer.status !== 200) {
    note(customer, 'check out', answer);
    return null;
  }
  const reply = answer.body as CheckoutReply;
  const { paymentIntentId: intent, clientSecret, checkoutId } = reply;
  const cents = parseAmount(reply.quote.total) ?? NaN;
  note(customer, 'check out', answer, { intent, cents });
  return { intent, clientSecret, checkoutId, cents };
}

/** Pays at the card provider. True when it is known to be paid or approved, now or by an earlier attempt. */
export async function payCheckout(
  customer: Customer,
  checkout: OpenedCheckout,
  card: string = CARDS.good,
): Promise<boolean> {
  const answer = await askUntilAnswered(customer, () =>
    customer.browser.form(`/sandbox/v1/payment_intents/${checkout.intent}/confirm`, {
      client_secret: checkout.clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    }),
  );
  const status = statusOfIntent(answer.body);
  const isPaid = status === 'succeeded';
  const { intent, cents } = checkout;
  note(customer, isPaid ? 'paid' : 'confirm', answer, { intent, cents });
  // Charged once there is a place for it.
  return isPaid || status === 'requires_capture';
}

/** Requests the order of a payment; its number, or null if there was none. */
export async function confirmCheckout(
  customer: Customer,
  { intent, clientSecret }: OpenedCheckout,
  orderData: unknown = {},
): Promise<string | null> {
  const answer = await askUntilAnswered(customer, () =>
    customer.browser.json('POST', '/api/orders', {
      paymentIntentId: intent,
      clientSecret,
      orderData,
    }),
  );
  const isPlaced = answer.status === 200;
  const { orderNumber } = (isPlaced ? answer.body : {}) as { orderNumber?: string };
  note(customer, 'place', answer, { intent, ...(orderNumber && { orderNumber }) });
  return orderNumber ?? null;
}

/** From the basket to the confirmation page; the order's number, or null. */
export async function buy(
  customer: Customer,
  order: PreparedOrder,
  options: { card?: string; closesBrowser?: boolean } = {},
): Promise<string | null> {
  const priced = await askPrice(customer, order);
  const checkout = priced && (await startCheckout(customer, priced));
  if (!checkout || !(await payCheckout(customer, checkout, options.card))) return null;
  return options.closesBrowser ? null : confirmCheckout(customer, checkout);
}

/** People whose page does not load try again. */
async function askUntilAnswered(
  { patience }: Customer,
  ask: () => Promise<BrowserAnswer>,
): Promise<BrowserAnswer> {
  for (let attempts = 0; ; attempts += 1) {
    const answer = await ask();
    if ((answer.status !== 0 && answer.status < 500) || attempts >= patience) return answer;
    await sleep(PAUSE_MS);
  }
}

/** From a confirmation, or from the refusal to confirm what is already paid. */
function statusOfIntent(body: unknown): string | undefined {
  const { status, error } = (body ?? {}) as {
    status?: string;
    error?: { payment_intent?: { status?: string } };
  };
  return error ? error.payment_intent?.status : status;
}

function note(
  { who, history }: Customer,
  did: string,
  { status, body }: BrowserAnswer,
  more: Pick<Fact, 'intent' | 'cents' | 'orderNumber'> = {},
): void {
  const { code } = (body ?? {}) as { code?: string };
  history.note({ who, did, status, ...(status >= 400 && code && { code }), ...more });
}
