/** Our requests to Stripe match the official package's own types; so do the sandbox's replies. */
import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Ajv, type ValidateFunction } from 'ajv';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { createGateway } from './gateway.ts';
import type { HANDLED_EVENTS } from '#areas/payments/server/receive-gateway-event.ts';
import { compareBooks } from '#areas/payments/server/check-books.ts';
import { reconcileYoung } from '#areas/payments/server/reconcile.ts';
import { expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import { A_CUSTOMER, anOpenCheckout, pay, place } from '#quality/support/an-order.ts';
import { atProvider } from '#quality/support/gateway-bench.ts';
import { readStripeForm } from '#quality/support/stripe/stripe-form.ts';
import {
  type RecordedCall,
  type StripeRecorder,
  startStripeRecorder,
} from '#quality/support/stripe/stripe-recorder.ts';
import {
  type StripeJsonSchema,
  readStripeSchemas,
  type StripeType,
} from '#quality/support/stripe/stripe-schema.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

/** Every call the gateway makes, with the type of its payload. */
const REQUESTS: Record<string, Omit<StripeType, 'kind'>> = {
  'POST /v1/payment_intents': { resource: 'PaymentIntents', name: 'PaymentIntentCreateParams' },
  'GET /v1/payment_intents': { resource: 'PaymentIntents', name: 'PaymentIntentListParams' },
  'GET /v1/payment_intents/:id': {
    resource: 'PaymentIntents',
    name: 'PaymentIntentRetrieveParams',
  },
  'POST /v1/payment_intents/:id': { resource: 'PaymentIntents', name: 'PaymentIntentUpdateParams' },
  'POST /v1/payment_intents/:id/cancel': {
    resource: 'PaymentIntents',
    name: 'PaymentIntentCancelParams',
  },
  'POST /v1/payment_intents/:id/capture': {
    resource: 'PaymentIntents',
    name: 'PaymentIntentCaptureParams',
  },
  'POST /v1/refunds': { resource: 'Refunds', name: 'RefundCreateParams' },
  'GET /v1/refunds': { resource: 'Refunds', name: 'RefundListParams' },
  'GET /v1/disputes': { resource: 'Disputes', name: 'DisputeListParams' },
};

/** Replies, by their `object` field. */
const REPLIES = {
  payment_intent: { resource: 'PaymentIntents', name: 'PaymentIntent' },
  refund: { resource: 'Refunds', name: 'Refund' },
  dispute: { resource: 'Disputes', name: 'Dispute' },
  charge: { resource: 'Charges', name: 'Charge' },
  event: { resource: 'Events', name: 'EventBase' },
} satisfies Record<string, Omit<StripeType, 'kind'>>;

/** The subject of each event we listen to. */
const EVENTS: Record<(typeof HANDLED_EVENTS)[number], keyof typeof REPLIES> = {
  'payment_intent.succeeded': 'payment_intent',
  'payment_intent.amount_capturable_updated': 'payment_intent',
  'payment_intent.canceled': 'payment_intent',
  'charge.captured': 'charge',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.refunded': 'charge',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
};

/** The package declares no type for replies it turns into errors. */
const Refusal = z.object({
  error: z.object({ type: z.enum(['invalid_request_error']), message: z.string() }),
});

/** What the package declares as `ApiList`, of any object. */
const List = z.strictObject({
  object: z.literal('list'),
  data: z.array(z.looseObject({ object: z.string() })),
  has_more: z.boolean(),
  url: z.string(),
});

type SentEvent = { type: keyof typeof EVENTS; data: { object: object } };

let t: TestApp;
let recorder: StripeRecorder;
/** By route, and by the `object` field of a reply. */
let takes: Record<string, ValidateFunction>;
let gives: Record<string, ValidateFunction>;

beforeAll(async () => {
  t = await startTestApp();
  recorder = await startStripeRecorder(t.sandbox);
  t.context.gateway = createGateway({ mode: 'sandbox', ...t.sandbox, address: recorder });
  ({ takes, gives } = compileAll());
});
afterAll(async () => {
  await recorder.close();
  await t.close();
});
beforeEach(async () => {
  await t.clearOrders();
  recorder.calls.length = 0;
});

function compileAll() {
  const requests = Object.values(REQUESTS).map((type) => ({ ...type, kind: 'request' as const }));
  const replies = Object.values(REPLIES).map((type) => ({ ...type, kind: 'reply' as const }));
  const schemas = readStripeSchemas([...requests, ...replies]);
  // Form values are all text: read them as numbers and booleans where the type requires those.
  const forms = new Ajv({ coerceTypes: true, strict: false, allErrors: true });
  const answers = new Ajv({ strict: false, allErrors: true });
  const compileEach = (ajv: Ajv, names: string[], ofThem: StripeJsonSchema[]) =>
    Object.fromEntries(names.map((name, index) => [name, ajv.compile(ofThem[index] ?? false)]));
  return {
    takes: compileEach(forms, Object.keys(REQUESTS), schemas.slice(0, requests.length)),
    gives: compileEach(answers, Object.keys(REPLIES), schemas.slice(requests.length)),
  };
}

/** Empty if Stripe would accept it. */
function complaints(validators: Record<string, ValidateFunction>, name: string, value: unknown) {
  const validate = validators[name];
  if (!validate) return [`${name} is not expected`];
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${name} ${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

const complaintsOfRequest = ({ route, form }: RecordedCall) =>
  complaints(takes, route, readStripeForm(form));

function complaintsOfReply({ status, reply }: RecordedCall): string[] {
  if (status !== 200)
    return Refusal.safeParse(reply).success ? [] : [`odd: ${JSON.stringify(reply)}`];
  const { object } = reply as { object: string };
  if (object !== 'list') return complaints(gives, object, reply);
  const list = List.safeParse(reply);
  if (!list.success) return [`odd list: ${list.error.message}`];
  return list.data.data.flatMap((one) => complaints(gives, one.object, one));
}

function complaintsOfEvent(event: SentEvent): string[] {
  const ofEvent = complaints(gives, 'event', event);
  return [...ofEvent, ...complaints(gives, EVENTS[event.type] ?? event.type, event.data.object)];
}

async function listSentEvents(): Promise<SentEvent[]> {
  const reply = await fetch(`${t.sandbox.baseUrl}/v1/events?limit=100`, {
    headers: { authorization: `Bearer ${t.sandbox.secretKey}` },
  });
  const { data } = (await reply.json()) as { data: SentEvent[] };
  return data;
}

/** Every kind of request the gateway can make, triggered as the app does it. */
async function aBusyDay(): Promise<void> {
  const abandoned = await anOpenCheckout(t);
  t.advanceMinutes(60);
  await expireCheckouts(t.context);
  const { checkout } = await anOpenCheckout(t);
  await pay(t, checkout);
  await place(t, checkout.paymentIntentId);
  const refund = { paymentIntentId: checkout.paymentIntentId, idemKey: randomUUID() };
  await t.context.gateway.createRefund({ ...refund, amountCents: 500 });
  await t.context.gateway.listRefunds(checkout.paymentIntentId);
  const dispute = await atProvider(t, 'disputes', { payment_intent: checkout.paymentIntentId });
  await t.context.gateway.listDisputes(checkout.paymentIntentId);
  await t.context.gateway.cancelIntent(abandoned.checkout.paymentIntentId);
  await reconcileYoung(t.context);
  await compareBooks(t.context, 2, 0);
  await atProvider(t, `disputes/${dispute.id}`, { status: 'under_review' });
  await atProvider(t, `disputes/${dispute.id}`, { status: 'won' });
  const approved = await t.context.gateway.createIntent({
    paysFor: { checkoutId: randomUUID(), snapshot: {} },
    amountCents: 3097,
    currency: 'aud',
    capture: 'manual',
    receiptEmail: A_CUSTOMER.email,
    shipping: {
      name: 'Mia Nguyen',
      phone: '0412345678',
      line1: '12 Shore Street West',
      line2: '',
      suburb: 'Cleveland',
      postcode: '4163',
      state: 'QLD',
    },
  });
  await pay(t, { paymentIntentId: approved.id, clientSecret: approved.clientSecret });
  await t.context.gateway.changeSnapshot(approved.id, { order_0: '{}', order_1: '' });
  await t.context.gateway.captureIntent(approved.id, `capture:${approved.id}`);
}

test('Stripe would accept every request of a busy day', async () => {
  await aBusyDay();
  expect(await t.context.db.$count(orders)).toBe(1);
  expect(recorder.calls.flatMap(complaintsOfRequest)).toEqual([]);
  expect(new Set(recorder.calls.map(({ route }) => route))).toEqual(new Set(Object.keys(REQUESTS)));
});

test('an address without a second line is sent without it: Stripe accepts no empty values', async () => {
  await anOpenCheckout(t, {
    customer: { ...A_CUSTOMER, address: '12 Shore Street West, Cleveland' },
  });
  expect(recorder.calls.flatMap(complaintsOfRequest)).toEqual([]);
});

test('every sandbox reply is one that Stripe could give', async () => {
  await aBusyDay();
  expect(recorder.calls.flatMap(complaintsOfReply)).toEqual([]);
});

test('every sandbox event is one that Stripe could send', async () => {
  await aBusyDay();
  await atProvider(t, 'refund-outcomes', { outcomes: 'pending' });
  const { checkout } = await anOpenCheckout(t);
  await pay(t, checkout);
  const asked = {
    paymentIntentId: checkout.paymentIntentId,
    amountCents: 500,
    idemKey: randomUUID(),
  };
  const made = await t.context.gateway.createRefund(asked);
  if (made.outcome !== 'made') throw new Error(made.reason);
  await atProvider(t, `refunds/${made.refund.id}`, { status: 'failed' });
  const known = (await listSentEvents()).filter(({ type }) => type in EVENTS);
  expect(new Set(known.map(({ type }) => type))).toEqual(new Set(Object.keys(EVENTS)));
  expect(known.flatMap(complaintsOfEvent)).toEqual([]);
});

test.each([
  ['pm_card_mastercard_prepaid', {}],
  ['pm_card_visa', { capture_method: 'manual' }],
  ['pm_card_threeDSecure2Required', {}],
  ['pm_card_createDispute', {}],
  ['pm_card_createDisputeInquiry', {}],
  ['pm_card_riskLevelElevated', {}],
  ['pm_card_radarBlock', {}],
  ['pm_card_chargeDeclinedExpiredCard', {}],
  ['pm_card_pendingRefund', {}],
] as const)('so is every reply and event about a payment with %s %o', async (card, terms) => {
  const stripe = new Stripe(t.sandbox.secretKey, {
    host: recorder.host,
    port: recorder.port,
    protocol: 'http',
  });
  const open = await stripe.paymentIntents.create({ amount: 4597, currency: 'aud', ...terms });
  const paid = await stripe.paymentIntents
    .confirm(open.id, { payment_method: card, return_url: '/paid', expand: ['latest_charge'] })
    .catch(() => null);
  if (paid?.status === 'requires_capture') await stripe.paymentIntents.capture(open.id);
  if (card === 'pm_card_pendingRefund') await stripe.refunds.create({ payment_intent: open.id });
  await stripe.paymentIntents.list({ expand: ['data.latest_charge'] });
  await stripe.disputes.list({ payment_intent: open.id });
  const replies = recorder.calls.filter(({ status }) => status === 200);
  expect(replies.flatMap(complaintsOfReply)).toEqual([]);
  const sent = (await listSentEvents()).filter(({ data }) =>
    JSON.stringify(data).includes(open.id),
  );
  const ofIntent = sent.filter(({ type }) => type.startsWith('payment_intent.'));
  const objects = ofIntent.map(({ data }) => complaints(gives, 'payment_intent', data.object));
  expect([
    ...sent.flatMap((event) => complaints(gives, 'event', event)),
    ...objects.flat(),
  ]).toEqual([]);
});

test.each([
  ['an amount in dollars', 'POST /v1/payment_intents', 'amount=44.97&currency=aud', /integer/],
  ['a misspelt name', 'POST /v1/payment_intents', 'amount=1&curency=aud', /curency/],
  [
    'a value unknown to Stripe',
    'POST /v1/payment_intents',
    'amount=1&currency=aud&capture_method=later',
    /capture_method/,
  ],
  [
    'an unknown name further down',
    'POST /v1/payment_intents',
    'amount=1&currency=aud&shipping[name]=Mia&shipping[address][suburb]=Cleveland',
    /suburb/,
  ],
  ['an empty value', 'POST /v1/payment_intents', 'amount=1&currency=', /fewer than 1/],
  ['a missing amount', 'POST /v1/payment_intents', 'currency=aud', /amount/],
  ['a name in our spelling', 'POST /v1/refunds', 'paymentIntent=pi_1', /paymentIntent/],
  ['a reason of our own', 'POST /v1/refunds', 'payment_intent=pi_1&reason=slot_full', /reason/],
  ['an unknown filter', 'GET /v1/disputes', 'customer_name=Mia', /customer_name/],
  ['an unknown call', 'POST /v1/charges', 'amount=1', /not expected/],
])('a fault planted in a request is reported: %s', (_what, route, form, complaint) => {
  const found = complaints(takes, route, readStripeForm(form));
  expect(found.join('\n')).toMatch(complaint);
});

test('a fault planted in an answer is reported', async () => {
  await aBusyDay();
  const faults: [route: string, fault: PlantedFault, complaint: RegExp][] = [
    ['POST /v1/payment_intents', { at: 'amount', value: '4497' }, /amount must be number/],
    ['POST /v1/payment_intents', { at: 'status', value: 'paid' }, /status must be equal/],
    ['POST /v1/payment_intents', { at: 'client_secret' }, /'client_secret'/],
    ['POST /v1/payment_intents', { at: 'order', value: 'RT-1' }, /"order"/],
    ['POST /v1/payment_intents/:id/cancel', { at: 'livemode', value: null }, /livemode/],
    ['GET /v1/payment_intents', { at: 'has_more', value: 'no' }, /has_more/],
    ['GET /v1/payment_intents', { at: 'data.0.latest_charge.paid', value: 'yes' }, /latest_charge/],
    ['POST /v1/refunds', { at: 'amount', value: null }, /amount must be number/],
    ['GET /v1/refunds', { at: 'data.0.created', value: 'today' }, /created must be number/],
    ['GET /v1/disputes', { at: 'data.0.evidence_details' }, /'evidence_details'/],
    ['GET /v1/disputes', { at: 'data.0.object', value: 'quarrel' }, /quarrel is not expected/],
  ];
  for (const [route, fault, complaint] of faults) {
    const call = recorder.calls.find((one) => one.route === route && canPlant(one.reply, fault.at));
    if (!call) throw new Error(`nothing recorded to plant ${fault.at} in: ${route}`);
    expect(complaintsOfReply(call), route).toEqual([]);
    const found = complaintsOfReply({ ...call, reply: plant(call.reply, fault) });
    expect(found.join('\n'), `${route} ${fault.at}`).toMatch(complaint);
  }
  const refused = { ...recorder.calls[0]!, status: 400, reply: { error: 'no' } };
  expect(complaintsOfReply(refused).join()).toMatch(/odd/);
});

test('a fault planted in an event is reported', async () => {
  await aBusyDay();
  const event = (await listSentEvents()).find(({ type }) => type === 'payment_intent.succeeded');
  if (!event) throw new Error('no event to plant a fault in');
  expect(complaintsOfEvent(event)).toEqual([]);
  const faults: [fault: PlantedFault, complaint: RegExp][] = [
    [{ at: 'created', value: '1768269600' }, /created must be number/],
    [{ at: 'type', value: 'payment_intent.paid' }, /type must be equal/],
    [{ at: 'api_version' }, /'api_version'/],
    [{ at: 'shop', value: 'ours' }, /"shop"/],
    [{ at: 'data.object.amount', value: '4497' }, /amount must be number/],
    [{ at: 'data.object.currency' }, /'currency'/],
    [{ at: 'type', value: 'charge.refunded' }, /charge /],
  ];
  for (const [fault, complaint] of faults) {
    const found = complaintsOfEvent(plant(event, fault));
    expect(found.join('\n'), fault.at).toMatch(complaint);
  }
});

/** Another value at `data.0.amount`; without one, what is there is taken out. */
type PlantedFault = { at: string; value?: unknown };

type Tree = { [key: string]: unknown };

/** Whether there is something that holds, or could hold, a value at `data.0.amount`. */
function canPlant(reply: unknown, at: string): boolean {
  const keys = at.split('.').slice(0, -1);
  const holder = keys.reduce<unknown>((tree, key) => (tree as Tree | null)?.[key], reply);
  return typeof holder === 'object' && holder !== null;
}

function plant<T>(sound: T, { at, value }: PlantedFault): T {
  const copy = structuredClone(sound);
  const keys = at.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce((tree, key) => tree[key] as Tree, copy as Tree);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

test('only the gateway, and what tries the keys of an account for it, call Stripe', async () => {
  const files = globSync('{areas/*,platform,app}/server/**/*.ts', { exclude: ['**/*.test.ts'] });
  const callers: string[] = [];
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    if (/^import (?!type).* from 'stripe'/m.test(text)) callers.push(file);
  }
  expect(callers.toSorted()).toEqual([
    'platform/server/gateway/card-account.ts',
    'platform/server/gateway/gateway.ts',
  ]);
});
