import { describe, expect, test } from 'vitest';
import {
  chargeIdOf,
  createIntent,
  createPaidIntent,
  startSandboxUnderTest,
} from './test-support/sandbox-under-test.ts';

describe('refunds', () => {
  test('a part, then the rest, then nothing', async () => {
    const sandbox = await startSandboxUnderTest();
    const { stripe } = sandbox;
    const intent = await createPaidIntent(sandbox);
    const part = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 1499,
      reason: 'requested_by_customer',
      metadata: { order: 'RT-7K3F-9Q2X' },
    });
    expect(part).toMatchObject({
      status: 'succeeded',
      amount: 1499,
      currency: 'aud',
      charge: intent.latest_charge,
    });
    const charge = chargeIdOf(intent);
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 1499,
      refunded: false,
    });

    const rest = await stripe.refunds.create({ charge });
    expect(rest.amount).toBe(4597 - 1499);
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 4597,
      refunded: true,
    });
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');

    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      statusCode: 400,
      code: 'charge_already_refunded',
    });
  });

  test('never more than is left', async () => {
    const sandbox = await startSandboxUnderTest();
    const { stripe } = sandbox;
    const intent = await createPaidIntent(sandbox);
    await expect(
      stripe.refunds.create({ payment_intent: intent.id, amount: 4598 }),
    ).rejects.toMatchObject({
      param: 'amount',
      message: 'Refund amount ($45.98) is greater than charge amount ($45.97)',
    });
    await stripe.refunds.create({ payment_intent: intent.id, amount: 4000 });
    await expect(
      stripe.refunds.create({ payment_intent: intent.id, amount: 598 }),
    ).rejects.toMatchObject({
      message: 'Refund amount ($5.98) is greater than unrefunded amount on charge ($5.97)',
    });
  });

  test('ten refunds at the same moment never exceed the captured amount', async () => {
    const sandbox = await startSandboxUnderTest();
    const intent = await createPaidIntent(sandbox);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        sandbox.stripe.refunds.create({ payment_intent: intent.id, amount: 1000 }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    const charge = await sandbox.stripe.charges.retrieve(chargeIdOf(intent));
    expect(charge.amount_refunded).toBe(4000);
  });

  test('only of money that was captured', async () => {
    const sandbox = await startSandboxUnderTest();
    const intent = await createIntent(sandbox);
    await expect(
      sandbox.stripe.refunds.create({ payment_intent: intent.id }),
    ).rejects.toMatchObject({
      statusCode: 400,
      message: `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    });
    await expect(
      sandbox.stripe.refunds.create({ payment_intent: 'pi_unknown' }),
    ).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'payment_intent',
    });
  });

  test.each([
    [{ reason: 'slot_full' }, 'reason'],
    [{ amount: 0 }, 'amount'],
    [{ amount: 12.5 }, 'amount'],
    [{ paymentIntent: 'pi_1' }, 'paymentIntent'],
  ])('%o is rejected', async (wrong, param) => {
    const sandbox = await startSandboxUnderTest();
    const intent = await createPaidIntent(sandbox);
    const request = sandbox.stripe.refunds.create({ payment_intent: intent.id, ...wrong });
    await expect(request).rejects.toMatchObject({ statusCode: 400, param });
  });

  test('can be found by id and by payment intent', async () => {
    const sandbox = await startSandboxUnderTest();
    const { stripe } = sandbox;
    const [one, other] = [await createPaidIntent(sandbox), await createPaidIntent(sandbox)];
    const first = await stripe.refunds.create({ payment_intent: one.id, amount: 100 });
    const second = await stripe.refunds.create({ payment_intent: one.id, amount: 200 });
    await stripe.refunds.create({ payment_intent: other.id });
    expect(await stripe.refunds.retrieve(first.id)).toEqual(first);
    const listed = await stripe.refunds.list({ payment_intent: one.id });
    expect(listed.data.map(({ id }) => id)).toEqual([second.id, first.id]);
    await expect(stripe.refunds.retrieve('re_unknown')).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });
});

test('refunds take the outcomes set for them in turn, and finish on request', async () => {
  const sandbox = await startSandboxUnderTest();
  const { stripe, origin, facts } = sandbox;
  const postAdmin = (path: string, form: Record<string, string>) =>
    fetch(`${origin}/_sandbox/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${facts.secretKey}` },
      body: new URLSearchParams(form),
    });
  expect((await postAdmin('refund-outcomes', { outcomes: 'maybe' })).status).toBe(400);
  await postAdmin('refund-outcomes', { outcomes: 'pending,failed,succeeded' });
  const intent = await createPaidIntent(sandbox);
  const refund = () => stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
  const [pending, failed, succeeded, again] = [
    await refund(),
    await refund(),
    await refund(),
    await refund(),
  ];
  expect([pending, failed, succeeded, again].map(({ status }) => status)).toEqual([
    'pending',
    'failed',
    'succeeded',
    'pending',
  ]);
  expect(failed.failure_reason).toBe('expired_or_canceled_card');
  const refunded = async () => {
    const charge = await stripe.charges.retrieve(pending.charge as string);
    return charge.amount_refunded;
  };
  expect(await refunded()).toBe(300);
  await postAdmin(`refunds/${pending.id}`, { status: 'succeeded' });
  expect((await stripe.refunds.retrieve(pending.id)).status).toBe('succeeded');
  await postAdmin(`refunds/${succeeded.id}`, { status: 'failed' });
  expect((await stripe.refunds.retrieve(succeeded.id)).status).toBe('failed');
  expect(await refunded()).toBe(200);
  const events = await stripe.events.list({ type: 'refund.failed' });
  expect(events.data).toHaveLength(2);
});
