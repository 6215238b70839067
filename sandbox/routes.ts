/** Every call the sandbox answers. `:id` in a path becomes the call's id; the first path that matches wins. */
import { purgeEverything, reportHealth, reportLedger } from './admin.ts';
import { setClock } from './clock.ts';
import { decideAtBank, showBankPage, showBankStyle } from './bank-page/bank-page.ts';
import { decideDispute, listDisputes, openDispute, retrieveDispute } from './disputes/disputes.ts';
import type { Answer } from './http/answer.ts';
import type { KeyAccess } from './http/api-keys.ts';
import type { Call } from './http/call.ts';
import { retrieveCharge } from './intents/charge.ts';
import { confirmPaymentIntent } from './intents/confirm-payment.ts';
import { cancelPaymentIntent, capturePaymentIntent } from './intents/end-payment.ts';
import {
  makePaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
  updatePaymentIntent,
} from './intents/payment-intents.ts';
import { finishRefund, setRefundOutcomes } from './refunds/refund-outcomes.ts';
import { createRefund, listRefunds, retrieveRefund } from './refunds/refunds.ts';
import { listEvents, retrieveEvent } from './webhooks/events.ts';
import { changeSettings } from './webhooks/webhook-settings.ts';

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
