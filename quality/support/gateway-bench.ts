/** The card provider's side of a test: its signed events, its books, its dashboard, and its silence. */
import Stripe from 'stripe';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import type { Intent } from '#platform/server/gateway-port.ts';
import { createGateway } from '#platform/server/gateway/gateway.ts';
import type { Gateway } from '#platform/server/gateway-port.ts';
import type { TestApp } from '#quality/support/test-app.ts';

type Event = { id: string; type?: string; intentId: string; livemode?: boolean };

/** An event's body with its signature, as sent by the provider. */
export function signedEvent(
  { sandbox }: Pick<TestApp, 'sandbox'>,
  { id, type = 'payment_intent.succeeded', intentId, livemode = false }: Event,
  secret = sandbox.webhookSecret,
) {
  const object = type.startsWith('payment_intent.')
    ? { id: intentId, object: 'payment_intent' }
    : { object: type.split('.')[0], payment_intent: intentId };
  const body = JSON.stringify({ id, object: 'event', type, livemode, data: { object } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  return { body, signature };
}

export async function sendEvent(
  { app }: Pick<TestApp, 'app'>,
  { body, signature }: { body: string; signature: string },
) {
  return app.inject({
    method: 'POST',
    url: '/api/stripe/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  });
}

/** Actions reserved for the card provider: `disputes`, `refund-outcomes`, `refunds/re_1`. */
export async function atProvider(
  { sandbox }: TestApp,
  path: string,
  form: Record<string, string>,
): Promise<{ id: string }> {
  const isAdmin = !path.startsWith('v1/');
  const reply = await fetch(`${sandbox.baseUrl}/${isAdmin ? '_sandbox/' : ''}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.secretKey}` },
    body: new URLSearchParams(form),
  });
  if (!reply.ok) throw new Error(`the sandbox refused ${path}: ${await reply.text()}`);
  return (await reply.json()) as { id: string };
}

type Ledger = {
  payment_intents: { id: string; status: Intent['status']; amount_received: number }[];
  charges: { payment_intent: string; status: string; amount_captured: number }[];
};

export async function providerLedger({ sandbox }: TestApp): Promise<Ledger> {
  const reply = await fetch(`${sandbox.baseUrl}/_sandbox/ledger`, {
    headers: { authorization: `Bearer ${sandbox.secretKey}` },
  });
  return (await reply.json()) as Ledger;
}

/** How often the payment's card was really charged. */
export async function chargesOf(test: TestApp, intentId: string): Promise<number> {
  const { charges } = await providerLedger(test);
  return charges.filter((one) => one.payment_intent === intentId && one.status === 'succeeded')
    .length;
}

/** The real client, talking to a port where nothing listens. */
export async function silentGateway({ sandbox }: Pick<TestApp, 'sandbox'>): Promise<Gateway> {
  const { secretKey, publishableKey, webhookSecret } = sandbox;
  const address = { host: '127.0.0.1', port: await findFreePort() };
  return createGateway({ mode: 'sandbox', secretKey, publishableKey, webhookSecret, address });
}

/** Everything that was logged as an alarm, by name. */
export function listenForAlarms({ context }: Pick<TestApp, 'context'>): string[] {
  const alarms: string[] = [];
  context.log = {
    ...context.log,
    error: (facts: unknown) => {
      if (typeof facts === 'object' && facts !== null && 'alarm' in facts)
        alarms.push(String(facts.alarm));
    },
  };
  return alarms;
}
