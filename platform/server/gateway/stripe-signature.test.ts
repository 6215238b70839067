/** Events are trusted for five minutes if the official package accepts Stripe's signature on them. */
import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { createGateway, type GatewayOptions } from './gateway.ts';

const BODY = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  livemode: false,
  data: { object: { id: 'pi_1', object: 'payment_intent', client_secret: 'pi_1_secret' } },
});
const SECRET = 'whsec_first';
const TOLERANCE_SECONDS = 300;

function aGateway(change: Partial<GatewayOptions> = {}) {
  return createGateway({
    mode: 'stripe',
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret: SECRET,
    ...change,
  });
}

function signature({ body = BODY, secret = SECRET, secondsAgo = 0 } = {}): string {
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
  return Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
}

const read = (header: string, body = BODY) => aGateway().readEvent(Buffer.from(body), header);

test('a signed event is read, without the secret that would let others pay', () => {
  const event = read(signature());
  expect(event).toMatchObject({ id: 'evt_1', paymentIntentId: 'pi_1', livemode: false });
  expect(JSON.stringify(event)).not.toContain('pi_1_secret');
});

describe('an event is not trusted', () => {
  test('when one byte of it has changed', () => {
    expect(read(signature(), BODY.replace('pi_1', 'pi_2'))).toBeNull();
    expect(read(signature(), `${BODY} `)).toBeNull();
  });

  test('when it was signed with another secret', () => {
    expect(read(signature({ secret: 'whsec_other' }))).toBeNull();
  });

  test('when its signature is older than five minutes: it may be a replay', () => {
    expect(read(signature({ secondsAgo: TOLERANCE_SECONDS - 30 }))).not.toBeNull();
    expect(read(signature({ secondsAgo: TOLERANCE_SECONDS + 30 }))).toBeNull();
  });

  test('when its timestamp was changed after signing', () => {
    const old = signature({ secondsAgo: 3600 });
    expect(read(old.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000)}`))).toBeNull();
  });

  test.each(['', 'nonsense', 't=1', 'v1=abc', 't=,v1='])(
    'with %j in the place of a signature',
    (header) => expect(read(header)).toBeNull(),
  );

  test('when it is signed with a test-only scheme', () => {
    expect(read(signature().replace('v1=', 'v0='))).toBeNull();
  });

  test('when it is signed but not JSON', () => {
    expect(read(signature({ body: '{' }), '{')).toBeNull();
  });
});

test('of several signatures one must match, as when Stripe rotates the secret', () => {
  const other = signature({ secret: 'whsec_other' }).replace(/^t=\d+,/, '');
  expect(read(`${signature()},${other}`)).not.toBeNull();
});

test('during a rotation, both secrets are trusted and no third', () => {
  const gateway = aGateway({ webhookSecret: `${SECRET},whsec_second` });
  const readAs = (secret: string) => gateway.readEvent(Buffer.from(BODY), signature({ secret }));
  expect(readAs(SECRET)).not.toBeNull();
  expect(readAs('whsec_second')).not.toBeNull();
  expect(readAs('whsec_third')).toBeNull();
});

test.each([
  ['sk_live_1', true],
  ['rk_live_1', true],
  ['sk_test_1', false],
  ['rk_test_1', false],
])('with the key %s payments are live: %s', (secretKey, livemode) => {
  expect(aGateway({ secretKey }).livemode).toBe(livemode);
});

test('contract with stripe: without a secret no event is read, even one signed with nothing', () => {
  const signed = `t=${Math.floor(Date.now() / 1000)}`;
  const proof = createHmac('sha256', '')
    .update(`${signed.slice(2)}.${BODY}`)
    .digest('hex');
  const gateway = aGateway({ webhookSecret: '' });
  expect(gateway.readEvent(Buffer.from(BODY), `${signed},v1=${proof}`)).toBeNull();
});
