import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  BANK_CARD,
  chargeIdOf,
  confirmWithCard,
  createIntent,
  createPaidIntent,
  DECLINED_CARD_NUMBER,
  getJson,
  GOOD_CARD_NUMBER,
  startSandboxUnderTest,
} from '../test-support/sandbox-under-test.ts';

describe('paying with a test card', () => {
  test('a good card pays the intent immediately', async () => {
    const sandbox = await startSandboxUnderTest();
    const intent = await createIntent(sandbox, { metadata: { checkout: '7' } });
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      amount: 4597,
      metadata: { checkout: '7' },
    });

    const reply = await confirmWithCard(sandbox, intent, GOOD_CARD_NUMBER);
    expect(reply).toMatchObject({ status: 200, body: { id: intent.id, status: 'succeeded' } });

    const paid = await sandbox.stripe.paymentIntents.retrieve(intent.id);
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 4597,
      last_payment_error: null,
    });
    const charge = await sandbox.stripe.charges.retrieve(chargeIdOf(paid));
    expect(charge).toMatchObject({
      status: 'succeeded',
      amount_captured: 4597,
      payment_intent: intent.id,
    });
    expect(charge.payment_method_details?.card).toMatchObject({ brand: 'visa', last4: '4242' });
  });

  test('after a declined card the intent can be paid with another card', async () => {
    const sandbox = await startSandboxUnderTest();
    const intent = await createIntent(sandbox);

    const declined = await confirmWithCard(sandbox, intent, DECLINED_CARD_NUMBER);
    expect(declined.status).toBe(402);
    expect(declined.body['error']).toMatchObject({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
      payment_intent: { id: intent.id, status: 'requires_payment_method' },
    });
    const waiting = await sandbox.stripe.paymentIntents.retrieve(intent.id, {
      expand: ['latest_charge'],
    });
    expect(waiting).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { code: 'card_declined', payment_method: { card: { last4: '0002' } } },
      latest_charge: { status: 'failed', paid: false, amount_captured: 0 },
    });

    const paid = await confirmWithCard(sandbox, intent, GOOD_CARD_NUMBER);
    expect(paid.body).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  test.each([
    '4111111111111111',
    '5454545454545454',
    '371111111111114',
    '30000000000004',
    '6011 0000 0000 0012',
  ])('the unknown card %s is rejected and the message names a test card', async (number) => {
    const sandbox = await startSandboxUnderTest();
    const intent = await createIntent(sandbox);
    const reply = await confirmWithCard(sandbox, intent, number);
    expect(reply.status).toBe(402);
    expect(reply.body['error']).toMatchObject({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message: expect.stringContaining('known test card') as string,
    });
  });

  test('no card number or security code is stored in the data folder', async () => {
    const sandbox = await startSandboxUnderTest();
    const intent = await createIntent(sandbox);
    for (const number of ['4111111111111111', DECLINED_CARD_NUMBER, BANK_CARD, GOOD_CARD_NUMBER]) {
      await confirmWithCard(sandbox, intent, number, { 'payment_method_data[card][cvc]': '8461' });
    }
    const stored = readdirSync(sandbox.dataDir).map((name) =>
      readFileSync(join(sandbox.dataDir, name), 'latin1'),
    );
    expect(stored.join('')).toContain('"last4":"0002"');
    expect(stored.join('')).not.toMatch(
      /4111111111111111|4000000000000002|4000002500003155|4242424242424242|8461/,
    );
  });

  test('twenty confirmations at the same moment charge once', async () => {
    const sandbox = await startSandboxUnderTest();
    const intent = await createIntent(sandbox);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => confirmWithCard(sandbox, intent, GOOD_CARD_NUMBER)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { body } of replies.filter(({ status }) => status !== 200)) {
      expect(body['error']).toMatchObject({
        code: 'payment_intent_unexpected_state',
        payment_intent: { id: intent.id, status: 'succeeded' },
      });
    }
    const authorization = { Authorization: `Bearer ${sandbox.facts.secretKey}` };
    const { body: ledger } = await getJson(`${sandbox.origin}/_sandbox/ledger`, authorization);
    expect(ledger['charges']).toMatchObject([
      { payment_intent: intent.id, amount: 4597, amount_captured: 4597 },
    ]);
  });
});

describe('cancelling', () => {
  test.each([
    ['before any card', null],
    ['after a decline', DECLINED_CARD_NUMBER],
    ['while waiting for the bank', BANK_CARD],
  ])('an intent can be cancelled %s and cannot be paid afterwards', async (_when, number) => {
    const sandbox = await startSandboxUnderTest();
    const intent = await createIntent(sandbox);
    if (number) await confirmWithCard(sandbox, intent, number);
    const canceled = await sandbox.stripe.paymentIntents.cancel(intent.id, {
      cancellation_reason: 'abandoned',
    });
    expect(canceled).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'abandoned',
      next_action: null,
    });
    expect(canceled.canceled_at).toBeTypeOf('number');

    const reply = await confirmWithCard(sandbox, intent, GOOD_CARD_NUMBER);
    expect(reply.status).toBe(400);
    expect(reply.body['error']).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  test('a paid intent cannot be cancelled, and the error includes the intent', async () => {
    const sandbox = await startSandboxUnderTest();
    const intent = await createPaidIntent(sandbox, { metadata: { checkout: '7' } });
    await expect(sandbox.stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      payment_intent: { id: intent.id, status: 'succeeded', metadata: { checkout: '7' } },
    });
  });

  test('when a payment and a cancellation arrive at the same moment, exactly one wins', async () => {
    const sandbox = await startSandboxUnderTest();
    const intents = await Promise.all(Array.from({ length: 10 }, () => createIntent(sandbox)));
    for (const intent of intents) {
      const [confirmation, cancellation] = await Promise.allSettled([
        confirmWithCard(sandbox, intent, GOOD_CARD_NUMBER),
        sandbox.stripe.paymentIntents.cancel(intent.id),
      ]);
      const isPaid = confirmation.status === 'fulfilled' && confirmation.value.status === 200;
      expect(isPaid).toBe(cancellation.status === 'rejected');
      const { status, latest_charge: charge } = await sandbox.stripe.paymentIntents.retrieve(
        intent.id,
      );
      expect(status).toBe(isPaid ? 'succeeded' : 'canceled');
      expect(charge !== null).toBe(isPaid);
    }
  });
});

describe('changing an intent', () => {
  test('an open intent accepts a new amount, address and metadata', async () => {
    const { stripe } = await startSandboxUnderTest();
    const address = {
      line1: '1 Bay St',
      city: 'Cleveland',
      state: 'QLD',
      postal_code: '4163',
      country: 'AU',
    };
    const intent = await stripe.paymentIntents.create({
      amount: 4597,
      currency: 'aud',
      metadata: { checkout: '7', rev: '1' },
      receipt_email: 'ana@customer.example',
    });
    const updated = await stripe.paymentIntents.update(intent.id, {
      amount: 3098,
      metadata: { rev: '2', note: 'fewer meals' },
      receipt_email: '',
      shipping: { name: 'Ana Ng', phone: '+61755500164', address },
    });
    expect(updated).toMatchObject({
      amount: 3098,
      metadata: { checkout: '7', rev: '2', note: 'fewer meals' },
      receipt_email: null,
      shipping: { name: 'Ana Ng', address: { ...address, line2: null } },
    });
    expect(
      (await stripe.paymentIntents.update(intent.id, { metadata: { note: '' } })).metadata,
    ).toEqual({
      checkout: '7',
      rev: '2',
    });
    expect((await stripe.paymentIntents.update(intent.id, { metadata: '' })).metadata).toEqual({});
  });

  test('a paid intent cannot be changed', async () => {
    const sandbox = await startSandboxUnderTest();
    const intent = await createPaidIntent(sandbox);
    await expect(
      sandbox.stripe.paymentIntents.update(intent.id, { amount: 100 }),
    ).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    expect((await sandbox.stripe.paymentIntents.retrieve(intent.id)).amount).toBe(4597);
  });

  test('a new amount withdraws the question to the bank', async () => {
    const sandbox = await startSandboxUnderTest();
    const intent = await createIntent(sandbox);
    await confirmWithCard(sandbox, intent, BANK_CARD);
    const updated = await sandbox.stripe.paymentIntents.update(intent.id, { amount: 9999 });
    expect(updated).toMatchObject({ status: 'requires_payment_method', next_action: null });
  });
});

describe('what a browser sees', () => {
  test('with the client secret: the status, but no metadata, email or address', async () => {
    const sandbox = await startSandboxUnderTest();
    const intent = await createIntent(sandbox, {
      metadata: { checkout: 'c-7391' },
      receipt_email: 'ana@customer.example',
      shipping: { name: 'Ana Ng', address: { line1: '1 Bay St' } },
    });
    const { publishableKey } = sandbox.facts;
    const address = `${sandbox.origin}/v1/payment_intents/${intent.id}?client_secret=${intent.client_secret}`;
    for (const reply of [
      await getJson(address),
      await getJson(`${address}&key=${publishableKey}`),
    ]) {
      expect(reply).toMatchObject({
        status: 200,
        body: { id: intent.id, amount: 4597, currency: 'aud' },
      });
      expect(JSON.stringify(reply.body)).not.toMatch(
        /c-7391|metadata|customer\.example|Ana Ng|Bay St|latest_charge/,
      );
    }
    const confirmed = await confirmWithCard(sandbox, intent, DECLINED_CARD_NUMBER);
    expect(JSON.stringify(confirmed.body)).not.toMatch(/c-7391|customer\.example|Ana Ng/);
  });

  test('with a wrong client secret: the same answer as for an unknown intent', async () => {
    const sandbox = await startSandboxUnderTest();
    const intent = await createIntent(sandbox);
    const unknown = { ...intent, id: 'pi_unknown' };
    const wrong = { ...intent, client_secret: `${intent.client_secret}x` };
    const replies = await Promise.all([
      confirmWithCard(sandbox, unknown, GOOD_CARD_NUMBER),
      confirmWithCard(sandbox, wrong, GOOD_CARD_NUMBER),
      getJson(
        `${sandbox.origin}/v1/payment_intents/${unknown.id}?client_secret=${intent.client_secret}`,
      ),
      getJson(
        `${sandbox.origin}/v1/payment_intents/${intent.id}?client_secret=${wrong.client_secret}`,
      ),
      getJson(`${sandbox.origin}/v1/payment_intents/${intent.id}`),
    ]);
    for (const { status, body } of replies) {
      expect(status).toBe(404);
      const message = JSON.stringify(body).replaceAll(intent.id, 'pi_unknown');
      expect(message).toBe(JSON.stringify(replies[0].body));
    }
    expect(replies[0].body['error']).toMatchObject({ code: 'resource_missing', param: 'intent' });
  });
});
