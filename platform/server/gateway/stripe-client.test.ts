/** How the official package signs, retries and gives up with our configuration when everything goes wrong between it and the sandbox. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGateway } from './gateway.ts';
import type { Gateway, NewIntent } from '#platform/server/gateway-port.ts';
import { type SandboxProcess, startSandbox } from '#platform/server/gateway/sandbox-process.ts';
import {
  type FakeAnswer,
  startStripeRecorder,
  type StripeRecorder,
} from '#quality/support/stripe/stripe-recorder.ts';

let dataDir: string;
let sandbox: SandboxProcess;
let recorder: StripeRecorder;
let gateway: Gateway;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'mealrun-stripe-'));
  sandbox = await startSandbox({ dataDir, log: () => {} });
  recorder = await startStripeRecorder(sandbox);
  gateway = createGateway({ mode: 'sandbox', ...sandbox, address: recorder });
});
afterAll(async () => {
  await recorder.close();
  await sandbox.stop();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  recorder.calls.length = 0;
});

function anIntent(): NewIntent {
  return {
    paysFor: { checkoutId: randomUUID(), snapshot: {} },
    amountCents: 3097,
    currency: 'aud',
    capture: 'automatic',
    receiptEmail: 'mia@example.com',
    shipping: {
      name: 'Mia Nguyễn',
      phone: '+61412345678',
      line1: '12 Shore Street West',
      line2: '',
      suburb: 'Cleveland',
      postcode: '4163',
      state: 'QLD',
    },
  };
}

function refusal(status: number, type: string, code?: string): FakeAnswer {
  return { status, body: { error: { type, message: 'Not now.', ...(code && { code }) } } };
}

const SERVER_ERROR = refusal(500, 'api_error');
const TOO_MANY = refusal(429, 'invalid_request_error', 'rate_limit');
const LOCKED = refusal(409, 'invalid_request_error', 'lock_timeout');
const KEY_IN_USE = refusal(409, 'idempotency_error', 'idempotency_key_in_use');

const keysSent = () => recorder.calls.map(({ headers }) => headers['idempotency-key']);

async function intentsOf({ paysFor: { checkoutId } }: NewIntent) {
  const listed = await gateway.listIntentsSince(0);
  return listed.filter((one) => one.checkoutId === checkoutId);
}

describe('a request without a reply is retried with the same key', () => {
  test.each<[string, FakeAnswer[]]>([
    ['the connection was cut', ['cut']],
    ['it succeeded, but the reply was lost', ['lost']],
    ['Stripe failed', [SERVER_ERROR]],
    ['Stripe failed twice', [SERVER_ERROR, SERVER_ERROR]],
    ['another request had locked the object', [LOCKED]],
    ['the first attempt was still in progress', [KEY_IN_USE]],
  ])('%s: one payment is opened', async (_what, answers) => {
    const request = anIntent();
    recorder.answerWith(...answers);
    const intent = await gateway.createIntent(request);
    expect(recorder.calls).toHaveLength(answers.length + 1);
    expect(new Set(keysSent())).toEqual(new Set([`pi:${request.paysFor.checkoutId}`]));
    expect(new Set(recorder.calls.map(({ form }) => form)).size).toBe(1);
    expect(await intentsOf(request)).toMatchObject([{ id: intent.id }]);
  });

  test('a refund is made once, even when its reply was lost', async () => {
    const { id } = await aPayment();
    recorder.answerWith('lost');
    const asked = { paymentIntentId: id, amountCents: 500, idemKey: randomUUID() };
    const answer = await gateway.createRefund(asked);
    const again = await gateway.createRefund(asked);
    expect(again).toEqual(answer);
    expect(await gateway.listRefunds(id)).toMatchObject([
      { amountCents: 500, idemKey: asked.idemKey },
    ]);
  });
});

describe('money that a bank has approved', () => {
  test('is taken once, even when the reply was lost', async () => {
    const { id } = await aPayment({ capture: 'manual' });
    expect(await gateway.retrieveIntent(id)).toMatchObject({ status: 'requires_capture' });
    recorder.answerWith('lost', 'lost', 'lost');
    await expect(gateway.captureIntent(id, 'capture:1')).rejects.toMatchObject({ status: 503 });
    for (const key of ['capture:1', 'capture:2']) {
      expect(await gateway.captureIntent(id, key)).toMatchObject({
        outcome: 'captured',
        intent: { id, status: 'succeeded', amountCents: 3097 },
      });
    }
  });

  test('is never taken once it was let go', async () => {
    const { id } = await aPayment({ capture: 'manual' });
    expect(await gateway.cancelIntent(id)).toEqual({ outcome: 'cancelled' });
    expect(await gateway.captureIntent(id, 'capture:3')).toMatchObject({
      outcome: 'refused',
      intent: { status: 'canceled' },
    });
  });
});

describe('a request without a reply in three attempts', () => {
  test('is reported as the provider being unavailable, and later opens the same payment', async () => {
    const request = anIntent();
    recorder.answerWith('lost', SERVER_ERROR, 'cut');
    await expect(gateway.createIntent(request)).rejects.toMatchObject({
      status: 503,
      code: 'payment_unavailable',
    });
    expect(recorder.calls).toHaveLength(3);
    const intent = await gateway.createIntent(request);
    expect(await intentsOf(request)).toMatchObject([{ id: intent.id }]);
  });

  test('an unsent refund is not refused: it may be sent again', async () => {
    const { id } = await aPayment();
    recorder.answerWith(SERVER_ERROR, SERVER_ERROR, SERVER_ERROR);
    const asked = { paymentIntentId: id, amountCents: 500, idemKey: randomUUID() };
    await expect(gateway.createRefund(asked)).rejects.toMatchObject({ status: 503 });
    expect(await gateway.createRefund(asked)).toMatchObject({ outcome: 'made' });
    expect(await gateway.listRefunds(id)).toHaveLength(1);
  });
});

test('"too many requests" is not retried immediately: the next job or click does it', async () => {
  const request = anIntent();
  recorder.answerWith(TOO_MANY);
  await expect(gateway.createIntent(request)).rejects.toMatchObject({ status: 503 });
  expect(recorder.calls).toHaveLength(1);
  await gateway.createIntent(request);
  expect(new Set(keysSent()).size).toBe(1);
});

test('a request that Stripe says not to retry is not retried', async () => {
  const headers = { 'stripe-should-retry': 'false' };
  recorder.answerWith({
    status: 500,
    body: { error: { type: 'api_error', message: 'No.' } },
    headers,
  });
  await expect(gateway.createIntent(anIntent())).rejects.toMatchObject({ status: 503 });
  expect(recorder.calls).toHaveLength(1);
});

test('the provider’s message stays in the log', async () => {
  recorder.answerWith(refusal(401, 'invalid_request_error'));
  const failure = await gateway.createIntent(anIntent()).catch((error: unknown) => error);
  expect(String(failure)).not.toContain('Not now.');
  expect(failure).toMatchObject({ cause: { message: 'Not now.' } });
});

test('a key reused with other parameters opens no second payment', async () => {
  const request = anIntent();
  const { id } = await gateway.createIntent(request);
  const other = { ...request, amountCents: 1 };
  await expect(gateway.createIntent(other)).rejects.toMatchObject({ status: 503 });
  expect(await intentsOf(request)).toMatchObject([{ id, amountCents: 3097 }]);
});

test('permanent and temporary refund failures are distinguished', async () => {
  const { id } = await aPayment();
  const tooMuch = { paymentIntentId: id, amountCents: 999_999, idemKey: randomUUID() };
  expect(await gateway.createRefund(tooMuch)).toMatchObject({ outcome: 'refused' });
  const unknown = { paymentIntentId: 'pi_unknown', amountCents: 1, idemKey: randomUUID() };
  expect(await gateway.createRefund(unknown)).toMatchObject({ outcome: 'refused' });
});

test('every request carries our key and one API version; every change, an idempotency key of its own', async () => {
  const { id } = await gateway.createIntent(anIntent());
  await gateway.cancelIntent(id);
  await gateway.cancelIntent((await gateway.createIntent(anIntent())).id);
  const changes = recorder.calls.filter(({ route }) => route.startsWith('POST '));
  expect(new Set(changes.map(({ headers }) => headers['idempotency-key'])).size).toBe(
    changes.length,
  );
  for (const { headers } of recorder.calls) {
    expect(headers).toMatchObject({
      authorization: `Bearer ${sandbox.secretKey}`,
      'stripe-version': Stripe.API_VERSION,
    });
    expect(headers).not.toHaveProperty('x-stripe-client-telemetry');
  }
});

async function aPayment(how: Partial<Pick<NewIntent, 'capture'>> = {}) {
  const { id, clientSecret } = await gateway.createIntent({ ...anIntent(), ...how });
  const paid = await fetch(`${sandbox.baseUrl}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  expect(paid.status).toBe(200);
  recorder.calls.length = 0;
  return { id };
}
