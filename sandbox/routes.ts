/** Every call the sandbox answers. `:id` in a path becomes the call's id; the first path that matches wins. */
import { decideAtBank, showBankPage, showBankStyle } from './bank-page/bank-page.ts';
import { decideDispute, listDisputes, openDispute, retrieveDispute } from './disputes.ts';
import { type Answer, jsonAnswer } from './http/answer.ts';
import type { KeyAccess } from './http/api-keys.ts';
import type { Call } from './http/call.ts';
import { retrieveCharge, type Charge } from './intents/charge.ts';
import { confirmPaymentIntent } from './intents/confirm-payment.ts';
import {
  cancelPaymentIntent,
  capturePaymentIntent,
  expireApprovals,
} from './intents/end-payment.ts';
import {
  makePaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
  updatePaymentIntent,
} from './intents/payment-intents.ts';
import {
  finishRefund,
  setRefundOutcomes,
  createRefund,
  listRefunds,
  retrieveRefund,
  type Refund,
} from './refunds.ts';
import { listEvents, retrieveEvent, changeSettings } from './webhooks/events.ts';
import type { PaymentIntent } from './intents/payment-intent.ts';
import { moveClock } from './store.ts';
import { readParameters, readText, required } from './http/parameters.ts';
import { invalidParameter } from './http/stripe-errors.ts';

export type Route = {
  method: 'GET' | 'POST';
  path: string;
  access: KeyAccess;
  /** The body's encoding; Stripe's own calls take forms. */
  body: 'form' | 'json';
  handle(call: Call): Answer;
};

const routes: readonly Route[] = [
  stripeCall('POST', '/v1/payment_intents', makePaymentIntent),
  stripeCall('GET', '/v1/payment_intents', listPaymentIntents),
  browserCall('GET', '/v1/payment_intents/:id', retrievePaymentIntent),
  stripeCall('POST', '/v1/payment_intents/:id', updatePaymentIntent),
  stripeCall('POST', '/v1/payment_intents/:id/cancel', cancelPaymentIntent),
  stripeCall('POST', '/v1/payment_intents/:id/capture', capturePaymentIntent),
  browserCall('POST', '/v1/payment_intents/:id/confirm', confirmPaymentIntent),
  stripeCall('GET', '/v1/charges/:id', retrieveCharge),
  stripeCall('POST', '/v1/refunds', createRefund),
  stripeCall('GET', '/v1/refunds', listRefunds),
  stripeCall('GET', '/v1/refunds/:id', retrieveRefund),
  stripeCall('GET', '/v1/disputes', listDisputes),
  stripeCall('GET', '/v1/disputes/:id', retrieveDispute),
  stripeCall('GET', '/v1/events', listEvents),
  stripeCall('GET', '/v1/events/:id', retrieveEvent),
  { method: 'GET', path: '/bank/style.css', access: 'page', body: 'form', handle: showBankStyle },
  { method: 'GET', path: '/bank/:id', access: 'page', body: 'form', handle: showBankPage },
  { method: 'POST', path: '/bank/:id', access: 'page', body: 'form', handle: decideAtBank },
  stripeCall('POST', '/_sandbox/clock', setClock),
  stripeCall('POST', '/_sandbox/purge', purgeEverything),
  stripeCall('POST', '/_sandbox/disputes', openDispute),
  stripeCall('POST', '/_sandbox/disputes/:id', decideDispute),
  stripeCall('POST', '/_sandbox/refund-outcomes', setRefundOutcomes),
  stripeCall('POST', '/_sandbox/refunds/:id', finishRefund),
  {
    method: 'GET',
    path: '/_sandbox/health',
    access: 'secret_key',
    body: 'form',
    handle: reportHealth,
  },
  {
    method: 'GET',
    path: '/_sandbox/ledger',
    access: 'secret_key',
    body: 'form',
    handle: reportLedger,
  },
  {
    method: 'POST',
    path: '/_sandbox/settings',
    access: 'secret_key',
    body: 'json',
    handle: changeSettings,
  },
];

const matchers = routes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replace(':id', '(?<id>[^/]+)')}$`),
}));

export function findRoute(method: string, path: string): { route: Route; id: string } | null {
  for (const { route, pattern } of matchers) {
    const match = route.method === method ? pattern.exec(path) : null;
    if (match) return { route, id: match.groups?.['id'] ?? '' };
  }
  return null;
}

/** A call by the shop's server, with the secret key. */
function stripeCall(method: Route['method'], path: string, handle: Route['handle']): Route {
  return { method, path, access: 'secret_key', body: 'form', handle };
}

function browserCall(method: Route['method'], path: string, handle: Route['handle']): Route {
  return { method, path, access: 'client_secret', body: 'form', handle };
}

/** Calls that Stripe does not have, for the program that runs the sandbox and for checks of its ledger. */
function reportHealth(): Answer {
  return jsonAnswer(200, { ok: true, pid: process.pid });
}

const OF_ITS_OWN = ['secret_key', 'publishable_key', 'webhook_secret'].map((name) => `'${name}'`);

/** As if it were new, with the same keys: for programs that run many tests on one sandbox. */
function purgeEverything({ store: { database, sql } }: Call): Answer {
  const tables = sql.all`SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'settings'`;
  for (const { name } of tables) database.exec(`DELETE FROM ${String(name)}`);
  database.exec(`DELETE FROM settings WHERE name NOT IN (${OF_ITS_OWN.join()})`);
  moveClock(0);
  return jsonAnswer(200, { ok: true });
}

/** Every intent, charge (including failed ones) and refund, oldest first. Stripe's field names; amounts in minor units. */
function reportLedger({ store: { sql } }: Call): Answer {
  const parsed = <Record>(rows: readonly { [column: string]: unknown }[]) =>
    rows.map((row) => JSON.parse(String(row['body'])) as Record);
  const intents = parsed<PaymentIntent>(sql.all`SELECT body FROM payment_intents ORDER BY seq`);
  const charges = parsed<Charge>(sql.all`SELECT body FROM charges ORDER BY seq`);
  const refunds = parsed<Refund>(sql.all`SELECT body FROM refunds ORDER BY seq`);
  return jsonAnswer(200, {
    payment_intents: intents.map((intent) => ({
      id: intent.id,
      created: intent.created,
      status: intent.status,
      amount: intent.amount,
      amount_received: intent.amount_received,
      currency: intent.currency,
      latest_charge: intent.latest_charge,
      metadata: intent.metadata,
    })),
    charges: charges.map((charge) => ({
      id: charge.id,
      created: charge.created,
      status: charge.status,
      payment_intent: charge.payment_intent,
      amount: charge.amount,
      amount_captured: charge.amount_captured,
      amount_refunded: charge.amount_refunded,
      currency: charge.currency,
    })),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      created: refund.created,
      status: refund.status,
      payment_intent: refund.payment_intent,
      charge: refund.charge,
      amount: refund.amount,
      currency: refund.currency,
      reason: refund.reason,
      metadata: refund.metadata,
    })),
  });
}

/** `offset_seconds`: how far from real time new objects are dated, until the sandbox ends or is told 0. Webhooks keep real time. Approvals whose time is over by then lapse. */
function setClock(call: Call): Answer {
  const parameters = readParameters(call.fields, ['offset_seconds']);
  const sent = required(parameters, 'offset_seconds', readText(parameters, 'offset_seconds'));
  if (!/^-?\d{1,9}$/.test(sent))
    throw invalidParameter('offset_seconds', 'offset_seconds must be a whole number of seconds.');
  moveClock(Number(sent));
  expireApprovals(call);
  return jsonAnswer(200, { offset_seconds: Number(sent) });
}
