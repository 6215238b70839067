/** The page where a fake bank asks its customer to approve a payment. Plain HTML, so it works without JavaScript. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPaymentMethod } from '../cards/payment-method.ts';
import { type Answer, redirectAnswer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { StripeError } from '../http/stripe-errors.ts';
import {
  formatCurrency,
  getAuthorisedPaymentIntent,
  type PaymentIntent,
  externalOrigin,
  returnLocation,
} from '../intents/payment-intent.ts';
import { approveAtBank, declineAtBank } from '../intents/confirm-payment.ts';

const BRAND_NAMES: Partial<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

const stylesheet = readFileSync(join(import.meta.dirname, 'bank-page.css'), 'utf8');

export function showBankStyle(): Answer {
  return { status: 200, headers: { 'Content-Type': 'text/css; charset=utf-8' }, body: stylesheet };
}

export function showBankPage(call: Call): Answer {
  const intent = findIntent(call);
  if (!intent)
    return pageAnswer(
      404,
      'Payment not found',
      '<p>This link does not belong to a payment.</p>',
      null,
    );
  const location = returnLocationOf(call, intent);
  return intent.status === 'requires_action'
    ? pageAnswer(200, 'Approve this payment?', question(call, intent), location)
    : pageAnswer(200, resultTitle(intent), result(location), location);
}

/** Pressing a button twice changes nothing: the second press gets the same redirect. */
export function decideAtBank(call: Call): Answer {
  const intent = findIntent(call);
  if (!intent) return showBankPage(call);
  if (intent.status === 'requires_action') {
    const decision = call.fields['decision'];
    if (decision === 'approve') approveAtBank(call, intent);
    else if (decision === 'decline') declineAtBank(call, intent);
    else return showBankPage(call);
  }
  const location = returnLocationOf(call, findIntent(call) ?? intent);
  return redirectAnswer(location ?? `?client_secret=${intent.client_secret}`);
}

function findIntent(call: Call): PaymentIntent | null {
  try {
    return getAuthorisedPaymentIntent(call);
  } catch (error) {
    if (error instanceof StripeError) return null;
    throw error;
  }
}

/** null if the shop gave no return URL. */
function returnLocationOf(call: Call, intent: PaymentIntent): string | null {
  const row = call.store.sql.get`SELECT return_url FROM payment_intents WHERE id = ${intent.id}`;
  const returnUrl = row?.['return_url'];
  if (typeof returnUrl !== 'string') return null;
  return returnLocation(returnUrl, {
    paymentIntentId: intent.id,
    clientSecret: intent.client_secret,
    isSucceeded: isApproved(intent),
  });
}

function question(call: Call, intent: PaymentIntent): string {
  const card = findPaymentMethod(call.store, intent.payment_method ?? '')?.card;
  return `
    <dl>
      <div><dt>Amount</dt><dd class="amount">${escapeHtml(formatCurrency(intent.amount, intent.currency))}</dd></div>
      <div><dt>Card</dt><dd>${BRAND_NAMES[card?.brand ?? ''] ?? 'Card'} ending in ${escapeHtml(card?.last4 ?? '')}</dd></div>
    </dl>
    <form method="post">
      <button name="decision" value="approve">Approve payment</button>
      <button name="decision" value="decline" class="quiet">Decline payment</button>
    </form>`;
}

function isApproved({ status }: PaymentIntent): boolean {
  return status === 'succeeded' || status === 'requires_capture';
}

function resultTitle(intent: PaymentIntent): string {
  if (isApproved(intent)) return 'Payment approved';
  return intent.status === 'canceled' ? 'Payment cancelled' : 'Payment declined';
}

function result(location: string | null): string {
  return location === null
    ? '<p>You can close this page.</p>'
    : `<p><a href="${escapeHtml(location)}">Return to the shop</a></p>`;
}

function pageAnswer(
  status: number,
  title: string,
  content: string,
  location: string | null,
): Answer {
  const external = location === null ? null : externalOrigin(location);
  const formTargets = external === null ? "'self'" : `'self' ${external}`;
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'self'; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
    // The URL contains the client secret, so only this origin may see it.
    'Referrer-Policy': 'same-origin',
  };
  return { status, headers, body: page(title, content) };
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en-AU">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title} | Test bank</title>
    <link rel="stylesheet" href="style.css">
  </head>
  <body>
    <main>
      <p class="bank">Test bank</p>
      <h1>${title}</h1>
      ${content}
      <p class="note">This is a test. No real money moves.</p>
    </main>
  </body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
