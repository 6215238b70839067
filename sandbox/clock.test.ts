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

test.each(['', 'soon', '1.5'])('an offset of "%s" is refused', async (offset) => {
  expect(await setClock(offset)).toBe(400);
});
