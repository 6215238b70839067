import { expect, test } from 'vitest';
import { shareSandbox } from './test-support/sandbox-under-test.ts';

const sandbox = shareSandbox();
const WEEK_SECONDS = 7 * 24 * 3600;

async function setClock(offset: string): Promise<number> {
  const { origin, facts } = sandbox();
  const reply = await fetch(`${origin}/_sandbox/clock`, {
    method: 'POST',
    headers: { authorization: `Bearer ${facts.secretKey}` },
    body: new URLSearchParams({ offset_seconds: offset }),
  });
  return reply.status;
}

async function ageOfNewIntent(): Promise<number> {
  const { stripe } = sandbox();
  const { created } = await stripe.paymentIntents.create({ amount: 1499, currency: 'aud' });
  return Math.round(Date.now() / 1000) - created;
}

test('new objects are dated by the moved clock, until it is moved back', async () => {
  expect(await setClock(`-${WEEK_SECONDS}`)).toBe(200);
  const age = await ageOfNewIntent();
  expect(age).toBeGreaterThanOrEqual(WEEK_SECONDS - 5);
  expect(age).toBeLessThanOrEqual(WEEK_SECONDS + 30);
  expect(await setClock('0')).toBe(200);
  expect(await ageOfNewIntent()).toBeLessThanOrEqual(30);
});

test('an approval that is not captured within its seven days ends by the clock', async () => {
  const { stripe } = sandbox();
  const approved = await stripe.paymentIntents.create({
    amount: 1499,
    currency: 'aud',
    capture_method: 'manual',
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: 'https://example.com',
    expand: ['latest_charge'],
  });
  expect(approved.latest_charge).toMatchObject({
    payment_method_details: { card: { capture_before: approved.created + WEEK_SECONDS } },
  });
  expect(await setClock(String(WEEK_SECONDS - 60))).toBe(200);
  const statusOf = async () => (await stripe.paymentIntents.retrieve(approved.id)).status;
  expect(await statusOf()).toBe('requires_capture');
  expect(await setClock(String(WEEK_SECONDS + 60))).toBe(200);
  expect(await statusOf()).toBe('canceled');
  expect(await setClock('0')).toBe(200);
});

test.each(['', 'soon', '1.5'])('an offset of "%s" is refused', async (offset) => {
  expect(await setClock(offset)).toBe(400);
});
