/** A shop that confirms, captures and cancels by the API, through the official client. */
import type { Stripe } from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  chargeIdOf,
  confirmWithCard,
  getJson,
  type SandboxUnderTest,
  shareSandbox,
} from '../test-support/sandbox-under-test.ts';

const shared = shareSandbox();
let sandbox: SandboxUnderTest;
let stripe: Stripe;

beforeEach(() => {
  sandbox = shared();
  stripe = sandbox.stripe;
});

const TERMS = {
  amount: 4597,
  currency: 'aud',
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} as const;

const authorise = () =>
  stripe.paymentIntents.create({
    ...TERMS,
    capture_method: 'manual',
    payment_method: 'pm_card_visa',
    confirm: true,
  });

async function eventTypesOf({ id }: Stripe.PaymentIntent): Promise<string[]> {
  const { data } = await stripe.events.list({ limit: 100 });
  return data
    .filter((event) => JSON.stringify(event.data.object).includes(id))
    .map(({ type }) => type)
    .toReversed();
}

describe('confirming by the API', () => {
  test('an intent made with a payment method only needs to be confirmed', async () => {
    const intent = await stripe.paymentIntents.create({ ...TERMS, payment_method: 'pm_card_visa' });
    expect(intent.status).toBe('requires_confirmation');
    const paid = await stripe.paymentIntents.confirm(intent.id);
    expect(paid).toMatchObject({ status: 'succeeded', payment_method: intent.payment_method });
  });

  test('the payment method can be given or changed until then', async () => {
    const bare = await stripe.paymentIntents.create(TERMS);
    const updated = await stripe.paymentIntents.update(bare.id, {
      payment_method: 'pm_card_visa_chargeDeclined',
    });
    expect(updated.status).toBe('requires_confirmation');
    const paid = await stripe.paymentIntents.confirm(bare.id, {
      payment_method: 'pm_card_mastercard',
      expand: ['latest_charge'],
    });
    expect(paid.latest_charge).toMatchObject({
      payment_method_details: { card: { brand: 'mastercard' } },
    });
  });

  test('without any payment method it is refused, with the intent', async () => {
    const bare = await stripe.paymentIntents.create(TERMS);
    await expect(stripe.paymentIntents.confirm(bare.id)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      payment_intent: { id: bare.id, status: 'requires_payment_method' },
    });
  });

  test('an intent that may redirect needs to know where to return', async () => {
    const before = (await stripe.paymentIntents.list({ limit: 1 })).data[0]?.id;
    const create = (terms: Partial<Stripe.PaymentIntentCreateParams>) =>
      stripe.paymentIntents.create({
        amount: 4597,
        currency: 'aud',
        payment_method: 'pm_card_visa',
        confirm: true,
        ...terms,
      });
    await expect(create({})).rejects.toMatchObject({ statusCode: 400, param: 'return_url' });
    expect((await stripe.paymentIntents.list({ limit: 1 })).data[0]?.id).toBe(before);
    expect(await create({ return_url: 'https://shop.example/paid' })).toMatchObject({
      status: 'succeeded',
    });
  });

  test('an intent created and confirmed at once under one key is paid once', async () => {
    const create = () =>
      stripe.paymentIntents.create(
        { ...TERMS, payment_method: 'pm_card_visa', confirm: true },
        { idempotencyKey: 'once' },
      );
    const [first, again] = [await create(), await create()];
    expect(again).toEqual(first);
    expect(await eventTypesOf(first)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
  });

  test.each([
    ['a customer', { customer: 'cus_1' }, 'customer'],
    ['an off-session payment', { off_session: true }, 'off_session'],
    ['a mandate', { mandate: 'mandate_1' }, 'mandate'],
  ])('%s is refused as unknown', async (_what, unknown, param) => {
    await expect(
      stripe.paymentIntents.create({ ...TERMS, payment_method: 'pm_card_visa', ...unknown }),
    ).rejects.toMatchObject({ statusCode: 400, code: 'parameter_unknown', param });
  });

  test('a payment method and the details of another exclude each other', async () => {
    const intent = await stripe.paymentIntents.create(TERMS);
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' };
    await expect(
      stripe.paymentIntents.confirm(intent.id, {
        payment_method: 'pm_card_visa',
        payment_method_data: { type: 'card', card } as never,
      }),
    ).rejects.toMatchObject({ code: 'parameters_exclusive' });
  });
});

describe('capturing later', () => {
  test('an authorised payment waits, then is captured in full', async () => {
    const authorised = await authorise();
    expect(authorised).toMatchObject({
      status: 'requires_capture',
      amount_capturable: 4597,
      amount_received: 0,
    });
    expect(await stripe.charges.retrieve(chargeIdOf(authorised))).toMatchObject({
      status: 'succeeded',
      paid: true,
      captured: false,
      amount_captured: 0,
    });
    const captured = await stripe.paymentIntents.capture(authorised.id);
    expect(captured).toMatchObject({
      status: 'succeeded',
      amount_capturable: 0,
      amount_received: 4597,
      latest_charge: authorised.latest_charge,
    });
    expect(await stripe.charges.retrieve(chargeIdOf(captured))).toMatchObject({
      captured: true,
      amount_captured: 4597,
    });
    expect(await eventTypesOf(captured)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.amount_capturable_updated',
      'charge.captured',
      'payment_intent.succeeded',
    ]);
  });

  test('a part of it can be captured, and no more than that refunded', async () => {
    const { id } = await authorise();
    const captured = await stripe.paymentIntents.capture(id, { amount_to_capture: 1000 });
    expect(captured).toMatchObject({ amount: 4597, amount_received: 1000 });
    await expect(stripe.refunds.create({ payment_intent: id, amount: 1001 })).rejects.toMatchObject(
      { param: 'amount' },
    );
    expect((await stripe.refunds.create({ payment_intent: id })).amount).toBe(1000);
  });

  test('not more than was authorised, not twice, and not before it is authorised', async () => {
    const { id } = await authorise();
    await expect(
      stripe.paymentIntents.capture(id, { amount_to_capture: 4598 }),
    ).rejects.toMatchObject({ code: 'amount_too_large', param: 'amount_to_capture' });
    await stripe.paymentIntents.capture(id);
    const bare = await stripe.paymentIntents.create(TERMS);
    for (const [wrong, status] of [
      [id, 'succeeded'],
      [bare.id, 'requires_payment_method'],
    ] as const) {
      await expect(stripe.paymentIntents.capture(wrong)).rejects.toMatchObject({
        statusCode: 400,
        code: 'payment_intent_unexpected_state',
        payment_intent: { id: wrong, status },
      });
    }
    await expect(stripe.paymentIntents.capture('pi_unknown')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'intent',
    });
  });

  test('twenty captures at the same moment capture once', async () => {
    const { id } = await authorise();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => stripe.paymentIntents.capture(id)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await stripe.paymentIntents.retrieve(id)).amount_received).toBe(4597);
  });

  test('a cancelled authorisation is let go, and can be neither captured nor refunded', async () => {
    const authorised = await authorise();
    await expect(stripe.refunds.create({ charge: chargeIdOf(authorised) })).rejects.toMatchObject({
      code: 'charge_not_refundable',
    });
    const canceled = await stripe.paymentIntents.cancel(authorised.id);
    expect(canceled).toMatchObject({ status: 'canceled', amount_capturable: 0 });
    expect(await stripe.charges.retrieve(chargeIdOf(canceled))).toMatchObject({
      captured: false,
      refunded: true,
      amount_refunded: 4597,
    });
    await expect(stripe.paymentIntents.capture(authorised.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  async function authoriseWith(number: string): Promise<Stripe.PaymentIntent> {
    const made = await stripe.paymentIntents.create({ ...TERMS, capture_method: 'manual' });
    await confirmWithCard(sandbox, made, number);
    const authorised = await stripe.paymentIntents.retrieve(made.id);
    expect(authorised.status).toBe('requires_capture');
    return authorised;
  }

  test('a card that approves and cannot be captured ends its payment', async () => {
    const { id } = await authoriseWith('4000000000009300');
    await expect(stripe.paymentIntents.capture(id)).rejects.toMatchObject({
      code: 'charge_expired_for_capture',
    });
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'canceled',
      amount_received: 0,
    });
  });

  test('a card whose answer to a capture is lost has paid, and says so only when the intent is read', async () => {
    const { id } = await authoriseWith('4000000000009318');
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(
        stripe.paymentIntents.capture(
          id,
          {},
          { idempotencyKey: `capture:${id}`, maxNetworkRetries: 0 },
        ),
      ).rejects.toMatchObject({ type: 'StripeConnectionError' });
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'succeeded',
      amount_received: 4597,
    });
    expect((await eventTypesOf(await stripe.paymentIntents.retrieve(id))).at(-1)).toBe(
      'payment_intent.succeeded',
    );
  });

  test('only the shop can capture', async () => {
    const { id, client_secret: secret } = await authorise();
    const reply = await fetch(`${sandbox.origin}/v1/payment_intents/${id}/capture`, {
      method: 'POST',
      body: new URLSearchParams({ client_secret: secret ?? '' }),
    });
    expect(reply.status).toBe(401);
    const seen = await getJson(
      `${sandbox.origin}/v1/payment_intents/${id}?client_secret=${secret}`,
    );
    expect(seen.body).toMatchObject({ status: 'requires_capture' });
  });

  test('a disputed card is disputed once its money is captured', async () => {
    const authorised = await stripe.paymentIntents.create({
      ...TERMS,
      capture_method: 'manual',
      payment_method: 'pm_card_createDispute',
      confirm: true,
    });
    const disputes = async () =>
      (await stripe.disputes.list({ payment_intent: authorised.id })).data.length;
    expect(await disputes()).toBe(0);
    await stripe.paymentIntents.capture(authorised.id);
    expect(await disputes()).toBe(1);
  });
});
