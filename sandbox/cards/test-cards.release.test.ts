/** Stripe's test cards, through the official client and through the form that a browser sends. */
import Stripe from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  chargeIdOf,
  confirmWithCard,
  createIntent,
  postForm,
  shareSandbox,
  type SandboxUnderTest,
  startSandboxUnderTest,
} from '../test-support/sandbox-under-test.ts';

const shared = shareSandbox();
let sandbox: SandboxUnderTest;
let stripe: Stripe;

beforeEach(() => {
  sandbox = shared();
  stripe = sandbox.stripe;
});

/** As a shop does that takes no payment method which redirects. */
function payWith(
  paymentMethod: string,
  terms: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create({
    amount: 4597,
    currency: 'aud',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    payment_method: paymentMethod,
    confirm: true,
    ...terms,
  });
}

async function refusalOf(payment: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error: unknown = await payment.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error('the payment was not refused');
}

describe('a card that pays', () => {
  test.each([
    ['pm_card_visa', '4242424242424242', 'visa', 'credit', 'US'],
    ['pm_card_us', '4242424242424242', 'visa', 'credit', 'US'],
    ['pm_card_visa_debit', '4000056655665556', 'visa', 'debit', 'US'],
    ['pm_card_mastercard', '5555555555554444', 'mastercard', 'credit', 'US'],
    ['pm_card_mastercard_debit', '5200828282828210', 'mastercard', 'debit', 'US'],
    ['pm_card_mastercard_prepaid', '5105105105105100', 'mastercard', 'prepaid', 'US'],
    ['pm_card_amex', '378282246310005', 'amex', 'credit', 'US'],
    ['pm_card_discover', '6011111111111117', 'discover', 'credit', 'US'],
    ['pm_card_diners', '3056930009020004', 'diners', 'credit', 'US'],
    ['pm_card_jcb', '3566002020360505', 'jcb', 'credit', 'JP'],
    ['pm_card_unionpay', '6200000000000005', 'unionpay', 'credit', 'CN'],
    ['pm_card_au', '4000000360000006', 'visa', 'credit', 'AU'],
    ['pm_card_nz', '4000005540000008', 'visa', 'credit', 'NZ'],
    ['pm_card_gb_debit', '4000058260000005', 'visa', 'debit', 'GB'],
    ['pm_card_gb_mastercard', '5555558265554449', 'mastercard', 'credit', 'GB'],
    ['pm_card_threeDSecureOptional', '4000000000003055', 'visa', 'credit', 'US'],
    ['pm_card_amex_threeDSecureNotSupported', '378282246310005', 'amex', 'credit', 'US'],
  ])('%s is %s: %s, %s, of %s', async (name, number, brand, funding, country) => {
    const named = await payWith(name, { expand: ['latest_charge', 'payment_method'] });
    expect(named).toMatchObject({ status: 'succeeded', amount_received: 4597 });
    expect(named.payment_method).toMatchObject({ card: { brand, funding, country } });
    const card = { brand, funding, country, last4: number.slice(-4) };
    expect(named.latest_charge).toMatchObject({ paid: true, payment_method_details: { card } });

    const intent = await createIntent(sandbox);
    expect(await confirmWithCard(sandbox, intent, number)).toMatchObject({ status: 200 });
    const typed = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(typed.latest_charge).toMatchObject({ payment_method_details: { card } });
  });

  test('may do so at an elevated risk, or although its CVC does not match', async () => {
    const { latest_charge: atRisk } = await payWith('pm_card_riskLevelElevated', {
      expand: ['latest_charge'],
    });
    expect(atRisk).toMatchObject({ outcome: { type: 'authorized', risk_level: 'elevated' } });
    const { latest_charge: unchecked } = await payWith('pm_card_cvcCheckFail', {
      expand: ['latest_charge'],
    });
    expect(unchecked).toMatchObject({
      payment_method_details: { card: { checks: { cvc_check: 'fail' } } },
    });
  });
});

describe('a card that is declined', () => {
  test.each([
    ['pm_card_visa_chargeDeclined', '4000000000000002', 'card_declined', 'generic_decline'],
    [
      'pm_card_visa_chargeDeclinedInsufficientFunds',
      '4000000000009995',
      'card_declined',
      'insufficient_funds',
    ],
    ['pm_card_visa_chargeDeclinedLostCard', '4000000000009987', 'card_declined', 'lost_card'],
    ['pm_card_visa_chargeDeclinedStolenCard', '4000000000009979', 'card_declined', 'stolen_card'],
    ['pm_card_chargeDeclinedExpiredCard', '4000000000000069', 'expired_card', ''],
    ['pm_card_chargeDeclinedIncorrectCvc', '4000000000000127', 'incorrect_cvc', ''],
    ['pm_card_chargeDeclinedProcessingError', '4000000000000119', 'processing_error', ''],
    [
      'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
      '4000000000006975',
      'card_declined',
      'card_velocity_exceeded',
    ],
    ['pm_card_chargeCustomerFail', '4000000000000341', 'card_declined', 'generic_decline'],
    ['pm_card_radarBlock', '4100000000000019', 'card_declined', 'fraudulent'],
    [
      'pm_card_threeDSecureRequiredProcessingError',
      '4000008400001280',
      'card_declined',
      'generic_decline',
    ],
  ])('%s is %s: %s, %s', async (name, number, code, declineCode) => {
    const error = await refusalOf(payWith(name));
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({ statusCode: 402, code, message: expect.any(String) as string });
    expect(error.decline_code).toBe(declineCode);
    const failed = await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '', {
      expand: ['latest_charge'],
    });
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      amount_received: 0,
      last_payment_error: { code, payment_method: { card: { last4: number.slice(-4) } } },
      latest_charge: { status: 'failed', paid: false, captured: false, failure_code: code },
    });

    const reply = await confirmWithCard(sandbox, await createIntent(sandbox), number);
    expect(reply.status).toBe(402);
    expect(reply.body['error']).toMatchObject({ type: 'card_error', code });
  });

  test('names the field at fault, and who declined it', async () => {
    expect(await refusalOf(payWith('pm_card_chargeDeclinedExpiredCard'))).toMatchObject({
      param: 'exp_month',
    });
    expect(await refusalOf(payWith('pm_card_chargeDeclinedIncorrectCvc'))).toMatchObject({
      param: 'cvc',
    });
    const blocked = await refusalOf(payWith('pm_card_radarBlock'));
    expect(await stripe.charges.retrieve(blocked.charge ?? '')).toMatchObject({
      outcome: { type: 'blocked', risk_level: 'highest' },
    });
  });

  test('a number with a wrong last digit is not a card, and the intent does not change', async () => {
    const intent = await createIntent(sandbox);
    const reply = await confirmWithCard(sandbox, intent, '4242424242424241');
    expect(reply).toMatchObject({
      status: 402,
      body: { error: { type: 'card_error', code: 'incorrect_number', param: 'number' } },
    });
    expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(
      expect.objectContaining({ status: 'requires_payment_method', last_payment_error: null }),
    );
  });
});

describe('a card whose bank asks first', () => {
  const decide = (intent: Stripe.PaymentIntent, decision: string) =>
    fetch(`${sandbox.origin}/bank/${intent.id}`, {
      method: 'POST',
      body: new URLSearchParams({ client_secret: intent.client_secret ?? '', decision }),
      redirect: 'manual',
    });

  test.each([
    ['pm_card_authenticationRequired', '4000002760003184'],
    ['pm_card_authenticationRequiredOnSetup', '4000002500003155'],
    ['pm_card_authenticationRequiredSetupForOffSession', '4000003800000446'],
    ['pm_card_threeDSecure2Required', '4000000000003220'],
  ])('%s (%s) pays after the approval', async (name, number) => {
    const asked = await payWith(name, { return_url: 'https://shop.example/paid' });
    expect(asked).toMatchObject({
      status: 'requires_action',
      next_action: {
        type: 'redirect_to_url',
        redirect_to_url: { return_url: 'https://shop.example/paid' },
      },
    });
    await decide(asked, 'approve');
    expect((await stripe.paymentIntents.retrieve(asked.id)).status).toBe('succeeded');

    const typed = await confirmWithCard(sandbox, await createIntent(sandbox), number);
    expect(typed.body).toMatchObject({ status: 'requires_action' });
  });

  test.each([
    ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_threeDSecureRequiredChargeDeclined', 'generic_decline'],
  ])('%s is declined although the bank approved: %s', async (name, declineCode) => {
    const asked = await payWith(name, { return_url: 'https://shop.example/paid' });
    const { headers } = await decide(asked, 'approve');
    expect(headers.get('location')).toContain('redirect_status=failed');
    expect(await stripe.paymentIntents.retrieve(asked.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: declineCode },
    });
  });

  test('the bank names the brand of the card', async () => {
    const asked = await payWith('pm_card_threeDSecure2Required', { return_url: '/paid' });
    const page = await fetch(
      `${sandbox.origin}/bank/${asked.id}?client_secret=${asked.client_secret}`,
    );
    expect(await page.text()).toContain('Visa ending in 3220');
  });
});

describe('a card with an aftermath', () => {
  test.each([
    ['pm_card_createDispute', ['fraudulent'], 'needs_response', false],
    ['pm_card_createDisputeProductNotReceived', ['product_not_received'], 'needs_response', false],
    ['pm_card_createDisputeInquiry', ['fraudulent'], 'warning_needs_response', true],
    ['pm_card_createMultipleDisputes', ['fraudulent', 'fraudulent'], 'needs_response', false],
  ])('%s is disputed: %s, %s', async (name, reasons, status, isRefundable) => {
    const paid = await payWith(name);
    expect(paid.status).toBe('succeeded');
    const { data } = await stripe.disputes.list({ payment_intent: paid.id });
    expect(data.map(({ reason }) => reason)).toEqual(reasons);
    expect(data[0]).toMatchObject({
      status,
      amount: 4597,
      charge: paid.latest_charge,
      is_charge_refundable: isRefundable,
    });
    expect((await stripe.charges.retrieve(chargeIdOf(paid))).disputed).toBe(true);
    const { data: events } = await stripe.events.list({ type: 'charge.dispute.created' });
    expect(JSON.stringify(events)).toContain(data[0]?.id);
  });

  test.each([
    ['pm_card_pendingRefund', 'pending', 'succeeded', 4597],
    ['pm_card_refundFail', 'succeeded', 'failed', 0],
  ])(
    'a refund to %s is %s, and a little later %s',
    async (name, first, last, refunded) => {
      const paid = await payWith(name);
      const refund = await stripe.refunds.create({ payment_intent: paid.id });
      expect(refund.status).toBe(first);
      await expect
        .poll(async () => (await stripe.refunds.retrieve(refund.id)).status, { timeout: 15_000 })
        .toBe(last);
      expect((await stripe.charges.retrieve(chargeIdOf(paid))).amount_refunded).toBe(refunded);
      const { data } = await stripe.events.list({ types: ['refund.updated', 'refund.failed'] });
      const about = data.filter(
        ({ data: { object } }) => 'id' in object && object.id === refund.id,
      );
      expect(about[0]?.type).toBe(last === 'failed' ? 'refund.failed' : 'refund.updated');
      expect(about[0]?.request?.id).toBe(null);
    },
    30_000,
  );

  test('a change of a refund that fell due while the sandbox was killed is made at its next start', async () => {
    const first = await startSandboxUnderTest();
    const paid = await first.stripe.paymentIntents.create({
      amount: 4597,
      currency: 'aud',
      return_url: 'https://shop.example/paid',
      payment_method: 'pm_card_pendingRefund',
      confirm: true,
    });
    const refund = await first.stripe.refunds.create({ payment_intent: paid.id });
    const exited = new Promise((resolve) => first.child.once('exit', resolve));
    first.child.kill('SIGKILL');
    await exited;
    const again = await startSandboxUnderTest(first.dataDir);
    await expect
      .poll(async () => (await again.stripe.refunds.retrieve(refund.id)).status, {
        timeout: 15_000,
      })
      .toBe('succeeded');
  }, 30_000);
});

test('a name that is no test card is refused as Stripe refuses it, and nothing is made', async () => {
  for (const name of ['pm_card_gold', 'pm_1Unknown', 'tok_visa', '4242424242424242']) {
    const before = (await stripe.paymentIntents.list({ limit: 1 })).data[0]?.id;
    expect(await refusalOf(payWith(name))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code: 'resource_missing',
      param: 'payment_method',
      message: `No such PaymentMethod: '${name}'`,
    });
    expect((await stripe.paymentIntents.list({ limit: 1 })).data[0]?.id).toBe(before);
  }
});

test('a browser may pay with a test card by its name too, and sees no more than before', async () => {
  const intent = await createIntent(sandbox, { receipt_email: 'ana@customer.example' });
  const reply = await postForm(`${sandbox.origin}/v1/payment_intents/${intent.id}/confirm`, {
    client_secret: intent.client_secret ?? '',
    payment_method: 'pm_card_visa',
  });
  expect(reply).toMatchObject({ status: 200, body: { status: 'succeeded' } });
  expect(JSON.stringify(reply.body)).not.toContain('customer.example');
});
