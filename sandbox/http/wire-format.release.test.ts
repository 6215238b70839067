import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import {
  confirmWithCard,
  createIntent,
  createPaidIntent,
  DECLINED_CARD_NUMBER,
  getJson,
  GOOD_CARD_NUMBER,
  postForm,
  type SandboxUnderTest,
  startSandboxUnderTest,
} from '../test-support/sandbox-under-test.ts';

function bearer(key: string) {
  return { Authorization: `Bearer ${key}` };
}

function secretKeyOf(sandbox: SandboxUnderTest) {
  return bearer(sandbox.facts.secretKey);
}

describe('keys', () => {
  test('a missing, wrong or publishable key is rejected with 401', async () => {
    const { origin, facts } = await startSandboxUnderTest();
    const url = `${origin}/v1/payment_intents`;
    for (const headers of [{}, bearer('sk_test_wrong'), bearer(facts.publishableKey)]) {
      const reply = await getJson(url, headers);
      expect(reply).toMatchObject({
        status: 401,
        body: { error: { type: 'invalid_request_error' } },
      });
    }
    const stranger = new Stripe('sk_test_wrong', {
      host: '127.0.0.1',
      port: facts.port,
      protocol: 'http',
    });
    await expect(stranger.paymentIntents.list()).rejects.toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    );
  });

  test('keys look like Stripe keys and survive a restart', async () => {
    const { facts, dataDir, stripe, child } = await startSandboxUnderTest();
    expect(facts.secretKey).toMatch(/^sk_test_\w{32}$/);
    expect(facts.publishableKey).toMatch(/^pk_test_\w{32}$/);
    expect(facts.webhookSecret).toMatch(/^whsec_\w{32}$/);
    await stripe.paymentIntents.list();
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    const again = await startSandboxUnderTest(dataDir);
    expect(again.facts).toMatchObject({
      secretKey: facts.secretKey,
      webhookSecret: facts.webhookSecret,
    });
  });

  test('the admin calls need the secret key', async () => {
    const sandbox = await startSandboxUnderTest();
    for (const path of ['/_sandbox/health', '/_sandbox/ledger']) {
      expect((await getJson(sandbox.origin + path)).status).toBe(401);
      expect(
        (await getJson(sandbox.origin + path, bearer(sandbox.facts.publishableKey))).status,
      ).toBe(401);
    }
    const { body } = await getJson(`${sandbox.origin}/_sandbox/health`, secretKeyOf(sandbox));
    expect(body).toEqual({ ok: true, pid: sandbox.child.pid });
  });
});

describe('parameters', () => {
  test.each([
    ['an unknown parameter', { curency: 'aud' }, 'parameter_unknown', 'curency'],
    [
      'an unknown nested parameter',
      { 'automatic_payment_methods[enable]': 'true' },
      'parameter_unknown',
      'automatic_payment_methods[enable]',
    ],
    ['a prototype', { ['__proto__']: 'x' }, 'parameter_unknown', '__proto__'],
    ['an empty amount', { amount: '' }, 'parameter_invalid_empty', 'amount'],
    ['an amount in dollars', { amount: '44.97' }, 'parameter_invalid_integer', 'amount'],
    ['an amount with an exponent', { amount: '1e4' }, 'parameter_invalid_integer', 'amount'],
    ['49 cents', { amount: '49' }, 'amount_too_small', 'amount'],
    ['a negative amount', { amount: '-5000' }, 'amount_too_small', 'amount'],
    ['a million dollars', { amount: '100000000' }, 'amount_too_large', 'amount'],
    ['an unknown currency', { currency: 'xyz' }, undefined, 'currency'],
    [
      'a capture method that does not exist',
      { capture_method: 'late' },
      undefined,
      'capture_method',
    ],
    [
      'a return URL without a confirmation',
      { return_url: 'https://shop.example/paid' },
      'payment_intent_invalid_parameter',
      'return_url',
    ],
    [
      'an unknown payment method',
      { payment_method: 'pm_card_gold' },
      'resource_missing',
      'payment_method',
    ],
    ['a malformed email', { receipt_email: 'ana at home' }, 'email_invalid', 'receipt_email'],
    ['a long note', { 'metadata[note]': 'x'.repeat(501) }, undefined, 'metadata[note]'],
    [
      'a long key',
      { [`metadata[${'k'.repeat(41)}]`]: 'x' },
      undefined,
      `metadata[${'k'.repeat(41)}]`,
    ],
    ['no address', { 'shipping[name]': 'Ana' }, 'parameter_missing', 'shipping[address]'],
    ['an unknown expansion', { 'expand[]': 'customer' }, undefined, 'expand'],
  ])('%s is rejected and creates nothing', async (_name, wrong, code, param) => {
    const sandbox = await startSandboxUnderTest();
    const fields = { amount: '4597', currency: 'aud', ...wrong };
    const url = `${sandbox.origin}/v1/payment_intents`;
    const reply = await postForm(url, fields, secretKeyOf(sandbox));
    expect(reply.status).toBe(400);
    expect(reply.body['error']).toMatchObject({
      type: 'invalid_request_error',
      param,
      ...(code && { code }),
    });
    expect((await sandbox.stripe.paymentIntents.list()).data).toEqual([]);
    expect((await sandbox.stripe.events.list()).data).toEqual([]);
  });

  test('amount and currency are required', async () => {
    const sandbox = await startSandboxUnderTest();
    const url = `${sandbox.origin}/v1/payment_intents`;
    for (const [given, missing] of [
      [{ amount: '4597' }, 'currency'],
      [{ currency: 'aud' }, 'amount'],
    ] as const) {
      const { body } = await postForm(url, given, secretKeyOf(sandbox));
      expect(body['error']).toMatchObject({ code: 'parameter_missing', param: missing });
    }
  });

  test('fifty metadata keys of 500 characters are accepted, fifty-one are not', async () => {
    const sandbox = await startSandboxUnderTest();
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`k${at}`, 'é'.repeat(500)]),
    );
    expect((await createIntent(sandbox, { metadata: many })).metadata).toEqual(many);
    await expect(
      createIntent(sandbox, { metadata: { ...many, onemore: '1' } }),
    ).rejects.toMatchObject({
      param: 'metadata',
    });
  });

  test('cards can be chosen by the old or the new parameters, but not by both', async () => {
    const sandbox = await startSandboxUnderTest();
    const automatic = await createIntent(sandbox, {
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      allowed_payment_method_types: ['card'],
    });
    expect(automatic).toMatchObject({
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      allowed_payment_method_types: ['card'],
      payment_method_types: ['card'],
    });

    const older = { amount: '4597', currency: 'aud', 'payment_method_types[]': 'card' };
    const post = (fields: { [name: string]: string }) =>
      postForm(
        `${sandbox.origin}/v1/payment_intents`,
        { ...older, ...fields },
        secretKeyOf(sandbox),
      );
    expect((await post({})).body).toMatchObject({
      automatic_payment_methods: null,
      payment_method_types: ['card'],
    });
    const both = await post({ 'automatic_payment_methods[enabled]': 'true' });
    expect(both.body['error']).toMatchObject({ code: 'parameters_exclusive' });
    const paypal = await post({ 'payment_method_types[]': 'paypal' });
    expect(paypal.body['error']).toMatchObject({ param: 'payment_method_types' });
  });
});

describe('idempotency keys', () => {
  test('a repeated request gets the same answer and is executed once', async () => {
    const { stripe } = await startSandboxUnderTest();
    const create = () =>
      stripe.paymentIntents.create({ amount: 4597, currency: 'aud' }, { idempotencyKey: 'pi:7:1' });
    const first = await create();
    const again = await create();
    expect(again).toEqual(first);
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
  });

  test('twenty at the same moment are executed once', async () => {
    const sandbox = await startSandboxUnderTest();
    const intent = await createPaidIntent(sandbox);
    const refunds = await Promise.all(
      Array.from({ length: 20 }, () =>
        sandbox.stripe.refunds.create(
          { payment_intent: intent.id, amount: 100 },
          { idempotencyKey: 'refund-1' },
        ),
      ),
    );
    expect(new Set(refunds.map(({ id }) => id)).size).toBe(1);
  });

  test('different parameters or a different call with the same key are rejected', async () => {
    const { stripe } = await startSandboxUnderTest();
    const options = { idempotencyKey: 'pi:7:1' };
    const intent = await stripe.paymentIntents.create({ amount: 4597, currency: 'aud' }, options);
    const other = stripe.paymentIntents.create({ amount: 9999, currency: 'aud' }, options);
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    await expect(stripe.paymentIntents.cancel(intent.id, {}, options)).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  test('a decline is replayed, a rejected parameter is not', async () => {
    const sandbox = await startSandboxUnderTest();
    const intent = await createIntent(sandbox);
    const url = `${sandbox.origin}/v1/payment_intents/${intent.id}/confirm`;
    const fields = {
      client_secret: intent.client_secret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': DECLINED_CARD_NUMBER,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '12',
    };
    const key = { 'Idempotency-Key': 'pay-1' };
    const badCvc = await postForm(url, fields, key);
    expect(badCvc.body['error']).toMatchObject({ code: 'invalid_cvc' });
    const corrected = { ...fields, 'payment_method_data[card][cvc]': '123' };
    const declined = await postForm(url, corrected, key);
    expect(declined.status).toBe(402);
    const replayed = await postForm(url, corrected, key);
    expect(replayed.body).toEqual(declined.body);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect((await sandbox.stripe.events.list({ type: 'charge.failed' })).data).toHaveLength(1);
  });
});

describe('lists', () => {
  test('are paged, newest first, in both directions', async () => {
    const sandbox = await startSandboxUnderTest();
    const { stripe } = sandbox;
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift((await createIntent(sandbox)).id);

    const first = await stripe.paymentIntents.list({ limit: 2 });
    expect(first).toMatchObject({ object: 'list', url: '/v1/payment_intents', has_more: true });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const last = await stripe.paymentIntents.list({ limit: 2, starting_after: String(ids[3]) });
    expect(last.data.map(({ id }) => id)).toEqual(ids.slice(4));
    expect(last.has_more).toBe(false);
    const back = await stripe.paymentIntents.list({ limit: 2, ending_before: String(ids[4]) });
    expect(back.data.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    expect(back.has_more).toBe(true);

    const all = await stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(ids);
  });

  test('can be filtered by creation time', async () => {
    const sandbox = await startSandboxUnderTest();
    const { created } = await createIntent(sandbox);
    const countCreated = async (range: Stripe.RangeQueryParam | number) =>
      (await sandbox.stripe.paymentIntents.list({ created: range })).data.length;
    expect(await countCreated({ gte: created, lte: created })).toBe(1);
    expect(await countCreated(created)).toBe(1);
    expect(await countCreated({ gt: created })).toBe(0);
    expect(await countCreated({ lt: created })).toBe(0);
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['starting_after=pi_unknown', 'starting_after'],
    ['created[after]=1', 'created[after]'],
    ['status=succeeded', 'status'],
  ])('?%s is rejected', async (query, param) => {
    const sandbox = await startSandboxUnderTest();
    const reply = await getJson(
      `${sandbox.origin}/v1/payment_intents?${query}`,
      secretKeyOf(sandbox),
    );
    expect(reply.body['error']).toMatchObject({ type: 'invalid_request_error', param });
  });

  test('contain expanded objects on request', async () => {
    const sandbox = await startSandboxUnderTest();
    const intent = await createPaidIntent(sandbox);
    const { data } = await sandbox.stripe.paymentIntents.list({ expand: ['data.latest_charge'] });
    expect(data).toMatchObject([{ latest_charge: { id: intent.latest_charge, object: 'charge' } }]);
    const refund = await sandbox.stripe.refunds.create({
      payment_intent: intent.id,
      expand: ['charge.payment_intent', 'payment_intent'],
    });
    expect(refund).toMatchObject({
      charge: { payment_intent: { id: intent.id } },
      payment_intent: { id: intent.id },
    });
  });
});

describe('invalid requests', () => {
  test.each([
    ['GET', '/v1/customers'],
    ['DELETE', '/v1/payment_intents'],
    ['GET', '/'],
    ['GET', '//'],
    ['GET', '/v1/payment_intents/'],
  ])('%s %s is unknown', async (method, path) => {
    const sandbox = await startSandboxUnderTest();
    const response = await fetch(sandbox.origin + path, { method, headers: secretKeyOf(sandbox) });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  test('malformed and oversized bodies are rejected, and the sandbox keeps running', async () => {
    const sandbox = await startSandboxUnderTest();
    const form = { ...secretKeyOf(sandbox), 'Content-Type': 'application/x-www-form-urlencoded' };
    const json = { ...secretKeyOf(sandbox), 'Content-Type': 'application/json' };
    const intents = '/v1/payment_intents';
    const cases: [string, string, { [name: string]: string }, number][] = [
      [intents, 'amount=%', form, 400],
      [intents, 'amount=%C3%28', form, 400],
      [intents, 'a[b=1', form, 400],
      [intents, '[a]=1', form, 400],
      [intents, 'amount=1&amount[x]=2', form, 400],
      [intents, 'a[b][c][d][e][f][g]=1', form, 400],
      [intents, 'a[]=1&'.repeat(1001), form, 400],
      [intents, '{"amount":4597}', json, 400],
      [intents, `description=${'x'.repeat(300_000)}`, form, 413],
      ['/_sandbox/settings', '{', json, 400],
      ['/_sandbox/settings', 'null', json, 400],
      ['/_sandbox/settings', '{"webhookUrl":"file:///etc/passwd"}', json, 400],
      ['/_sandbox/settings', '{"webhookurl":"http://127.0.0.1/"}', json, 400],
    ];
    for (const [path, body, headers, status] of cases) {
      const response = await fetch(sandbox.origin + path, { method: 'POST', body, headers });
      expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
      expect(response.status).toBe(status);
      expect(response.headers.get('request-id')).toMatch(/^req_\w{24}$/);
    }
    const intent = await createIntent(sandbox);
    expect((await confirmWithCard(sandbox, intent, GOOD_CARD_NUMBER)).status).toBe(200);
  });
});
