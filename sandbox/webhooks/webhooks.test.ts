import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import {
  BANK_CARD,
  confirmWithCard,
  createIntent,
  createPaidIntent,
  DECLINED_CARD_NUMBER,
  GOOD_CARD_NUMBER,
  killSandbox,
  type SandboxUnderTest,
  startSandboxUnderTest,
} from '../test-support/sandbox-under-test.ts';
import { startWebhookReceiver } from '../test-support/webhook-receiver.ts';

const WAIT = { timeout: 10_000, interval: 20 };

async function sendWebhooksTo(
  sandbox: SandboxUnderTest,
  webhookUrl: string,
  enabledEvents: string[] | null = null,
): Promise<void> {
  const response = await fetch(`${sandbox.origin}/_sandbox/settings`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${sandbox.facts.secretKey}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ webhookUrl, enabledEvents }),
  });
  expect(await response.json()).toEqual({ webhookUrl, enabledEvents });
}

describe('webhooks', () => {
  test('report every step of a payment', async () => {
    const sandbox = await startSandboxUnderTest();
    const receiver = await startWebhookReceiver();
    await sendWebhooksTo(sandbox, receiver.url);

    const paid = await createIntent(sandbox);
    await confirmWithCard(sandbox, paid, DECLINED_CARD_NUMBER);
    await confirmWithCard(sandbox, paid, GOOD_CARD_NUMBER);
    await sandbox.stripe.refunds.create({ payment_intent: paid.id });
    const canceled = await createIntent(sandbox);
    await confirmWithCard(sandbox, canceled, BANK_CARD);
    await sandbox.stripe.paymentIntents.cancel(canceled.id);

    const expected = [
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'charge.succeeded',
      'payment_intent.succeeded',
      'refund.created',
      'charge.refunded',
      'refund.updated',
      'payment_intent.created',
      'payment_intent.requires_action',
      'payment_intent.canceled',
    ];
    await expect.poll(() => receiver.types().toSorted(), WAIT).toEqual(expected.toSorted());
    const { data: events } = await sandbox.stripe.events.list();
    expect(events.map(({ type }) => type)).toEqual(expected.toReversed().slice(0, 10));
  });

  test('have a signature that the stripe package accepts with the right secret only', async () => {
    const sandbox = await startSandboxUnderTest();
    const receiver = await startWebhookReceiver();
    await sendWebhooksTo(sandbox, receiver.url);
    const intent = await createPaidIntent(sandbox, { description: 'Crème brûlée – 3 ×' });
    await expect.poll(() => receiver.types(), WAIT).toContain('payment_intent.succeeded');

    for (const { payload, signature } of receiver.received) {
      const event = sandbox.stripe.webhooks.constructEvent(
        payload,
        signature,
        sandbox.facts.webhookSecret,
      );
      expect(event).toMatchObject({ object: 'event', livemode: false, pending_webhooks: 1 });
      expect(() =>
        sandbox.stripe.webhooks.constructEvent(payload, signature, 'whsec_other'),
      ).toThrow(Stripe.errors.StripeSignatureVerificationError);
    }
    const succeeded = receiver.received.find(
      ({ event }) => event.type === 'payment_intent.succeeded',
    )?.event;
    expect(succeeded?.data.object).toEqual(await sandbox.stripe.paymentIntents.retrieve(intent.id));
  });

  test('are sent again after a 500 until they are accepted', async () => {
    const sandbox = await startSandboxUnderTest();
    const receiver = await startWebhookReceiver();
    receiver.answerWith(500);
    await sendWebhooksTo(sandbox, receiver.url);
    await createIntent(sandbox);
    await expect.poll(() => receiver.received.length, WAIT).toBe(1);
    const undelivered = await sandbox.stripe.events.list({ delivery_success: false });
    expect(undelivered.data).toMatchObject([
      { type: 'payment_intent.created', pending_webhooks: 1 },
    ]);

    receiver.answerWith(200);
    await expect.poll(() => receiver.received.length, WAIT).toBe(2);
    expect(receiver.received[1]?.event.id).toBe(receiver.received[0]?.event.id);
    const delivered = () => sandbox.stripe.events.list({ delivery_success: true });
    await expect
      .poll(async () => (await delivered()).data, WAIT)
      .toMatchObject([{ pending_webhooks: 0 }]);
    expect((await sandbox.stripe.events.list({ delivery_success: false })).data).toEqual([]);
  });

  test('are sent only for enabled types; the others can still be listed', async () => {
    const sandbox = await startSandboxUnderTest();
    const receiver = await startWebhookReceiver();
    await sendWebhooksTo(sandbox, receiver.url, ['payment_intent.succeeded']);
    await createPaidIntent(sandbox);
    await expect.poll(() => receiver.types(), WAIT).toEqual(['payment_intent.succeeded']);
    const { data: events } = await sandbox.stripe.events.list();
    expect(events.map(({ type }) => type)).toContain('charge.succeeded');
  });

  test('wait for a URL, and follow when it changes', async () => {
    const sandbox = await startSandboxUnderTest();
    await createIntent(sandbox);
    const [old, current] = [await startWebhookReceiver(), await startWebhookReceiver()];
    old.answerWith(503);
    await sendWebhooksTo(sandbox, old.url);
    await expect.poll(() => old.types(), WAIT).toEqual(['payment_intent.created']);
    await sendWebhooksTo(sandbox, current.url);
    await expect.poll(() => current.types(), WAIT).toEqual(['payment_intent.created']);
  });

  test('that were not delivered survive kill -9', async () => {
    const sandbox = await startSandboxUnderTest();
    const receiver = await startWebhookReceiver();
    receiver.answerWith(500);
    await sendWebhooksTo(sandbox, receiver.url);
    const intent = await createPaidIntent(sandbox);
    await expect.poll(() => receiver.types(), WAIT).toContain('payment_intent.succeeded');
    await killSandbox(sandbox.child);

    receiver.answerWith(200);
    receiver.received.length = 0;
    const again = await startSandboxUnderTest(sandbox.dataDir);
    expect(await again.stripe.paymentIntents.retrieve(intent.id)).toEqual(intent);
    const expected = ['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded'];
    await expect.poll(() => [...new Set(receiver.types())].toSorted(), WAIT).toEqual(expected);
    const pending = async () => (await again.stripe.events.list({ delivery_success: false })).data;
    await expect.poll(pending, WAIT).toEqual([]);
  });
});

describe('events', () => {
  test('are listed by type, by family and by several types', async () => {
    const sandbox = await startSandboxUnderTest();
    const { stripe } = sandbox;
    await createPaidIntent(sandbox);
    const typesOf = async (filter: Stripe.EventListParams) =>
      (await stripe.events.list(filter)).data.map(({ type }) => type);
    expect(await typesOf({ type: 'charge.succeeded' })).toEqual(['charge.succeeded']);
    expect(await typesOf({ type: 'payment_intent.*' })).toEqual([
      'payment_intent.succeeded',
      'payment_intent.created',
    ]);
    expect(await typesOf({ types: ['charge.succeeded', 'payment_intent.created'] })).toEqual([
      'charge.succeeded',
      'payment_intent.created',
    ]);
    const [newest] = (await stripe.events.list({ limit: 1 })).data;
    expect(await stripe.events.retrieve(String(newest?.id))).toEqual(newest);
    const older = await stripe.events.list({ limit: 1, starting_after: String(newest?.id) });
    expect(older).toMatchObject({ has_more: true, data: [{ type: 'charge.succeeded' }] });
  });

  test('contain the id of the request that caused them', async () => {
    const { stripe } = await startSandboxUnderTest();
    const idempotencyKey = 'pi:7:1';
    const intent = await stripe.paymentIntents.create(
      { amount: 4597, currency: 'aud' },
      { idempotencyKey },
    );
    const { data } = await stripe.events.list();
    expect(data).toMatchObject([
      { request: { id: intent.lastResponse.requestId, idempotency_key: idempotencyKey } },
    ]);
  });
});
