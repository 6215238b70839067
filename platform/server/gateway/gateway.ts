/**
 * The card provider, through its official package. The sandbox speaks the same wire format, so the same code serves
 * both.
 */
import Stripe from 'stripe';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { IntentRefused, Unavailable } from '#platform/server/errors.ts';
import {
  type Gateway,
  INSTALLATION_ACCOUNT,
  type Intent,
  type ListedIntent,
  type NewIntent,
  type NewRefund,
  type GatewayDispute,
  type GatewayEvent,
  type GatewayRefund,
  type Shipping,
  type TopUpIds,
} from '#platform/server/gateway-port.ts';
import { DISPUTE_STATUSES } from '#platform/rules/dispute-status.ts';

export type GatewayOptions = {
  mode: 'sandbox' | 'stripe';
  secretKey: string;
  publishableKey: string;
  /** While a secret is being rotated: two, separated by a comma. */
  webhookSecret: string;
  address?: { host: string; port: number };
  /** As `Gateway.account`; absent: the installation's own. */
  account?: string;
  /** For each answer: whether it was that the key is wrong or revoked. */
  onAnswer?: (isRefused: boolean) => void;
};

const TIMEOUT_MS = 20_000;
const UNKNOWN_KEY = 401;

/** Their clients, by how they reach it: the sandbox and tests have an address. */
export function openStripe(secretKey: string, address?: GatewayOptions['address']): Stripe {
  return new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(address && { host: address.host, port: address.port, protocol: 'http' }),
  });
}

/** `sk_live_…`, or a restricted `rk_live_…`; a publishable `pk_live_…` too. */
export function isLiveKey(key: string): boolean {
  return /^(sk|rk|pk)_live_/.test(key);
}

export function createGateway(options: GatewayOptions): Gateway {
  const { account = INSTALLATION_ACCOUNT, onAnswer } = options;
  const stripe = openStripe(options.secretKey, options.address);
  if (onAnswer)
    stripe.on('response', ({ status }: { status: number }) => onAnswer(status === UNKNOWN_KEY));
  const livemode = isLiveKey(options.secretKey);
  const client: Client = { stripe, account };
  return {
    mode: options.mode,
    publishableKey: options.publishableKey,
    livemode,
    account,
    bar: null,
    createIntent: (intent) => createIntent(client, intent),
    retrieveIntent: (id) => retrieveIntent(client, id),
    cancelIntent: (id) => cancelIntent(client, id),
    captureIntent: (id, key) => captureIntent(client, id, key),
    changeSnapshot: async (id, metadata) => {
      await reach(() => stripe.paymentIntents.update(id, { metadata }));
    },
    createRefund: (refund) => createRefund(stripe, refund),
    listRefunds: (id) =>
      listAll((page) => stripe.refunds.list({ payment_intent: id, ...page }), toRefund),
    listIntentsSince: (since) =>
      listAll(
        (page) =>
          stripe.paymentIntents.list({
            ...createdSince(since),
            ...page,
            expand: ['data.latest_charge'],
          }),
        (intent): ListedIntent => toListedIntent(intent, account),
      ),
    listRefundsSince: (since) =>
      listAll((page) => stripe.refunds.list({ ...createdSince(since), ...page }), toRefund),
    listDisputesSince: (since) =>
      listAll((page) => stripe.disputes.list({ ...createdSince(since), ...page }), toDispute),
    listDisputes: (id) =>
      listAll((page) => stripe.disputes.list({ payment_intent: id, ...page }), toDispute),
    readEvent(body, signature) {
      try {
        const event = constructEvent(stripe, body, signature, options.webhookSecret.split(','));
        return { ...toEvent(event), isOfOtherMode: event.livemode !== livemode };
      } catch {
        return null;
      }
    },
  };
}

type Client = { stripe: Stripe; account: string };

/** Throws when the signature matches none of the secrets. */
function constructEvent(
  stripe: Stripe,
  body: Buffer,
  signature: string,
  [secret = '', ...others]: readonly string[],
): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret);
  } catch (error) {
    if (others.length === 0) throw error;
    return constructEvent(stripe, body, signature, others);
  }
}

async function createIntent({ stripe, account }: Client, intent: NewIntent): Promise<Intent> {
  const { name, phone, line1, line2, suburb, postcode, state } = intent.shipping;
  const address = {
    line1,
    // Stripe rejects an empty value, as an attempt to unset it.
    ...(line2 !== '' && { line2 }),
    city: suburb,
    postal_code: postcode,
    state,
    country: 'AU',
  };
  const parameters: Stripe.PaymentIntentCreateParams = {
    amount: intent.amountCents,
    currency: intent.currency,
    ...(intent.capture === 'manual' && { capture_method: 'manual' }),
    // Cards, and whatever else the account accepts that needs no permanent redirect.
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    receipt_email: intent.receiptEmail,
    metadata: metadataOf(intent.paysFor),
    shipping: { name, phone, address },
  };
  const { paysFor } = intent;
  const idempotencyKey = `pi:${'topUpId' in paysFor ? paysFor.topUpId : paysFor.checkoutId}`;
  try {
    return toIntent(await stripe.paymentIntents.create(parameters, { idempotencyKey }), account);
  } catch (error) {
    throw isFinalRefusal(error) ? asUnavailable(error, IntentRefused) : asUnavailable(error);
  }
}

async function retrieveIntent({ stripe, account }: Client, id: string): Promise<Intent | null> {
  try {
    return toIntent(await stripe.paymentIntents.retrieve(id), account);
  } catch (error) {
    if (isRefusal(error, 'resource_missing')) return null;
    throw asUnavailable(error);
  }
}

async function cancelIntent(
  { stripe, account }: Client,
  id: string,
): Promise<Awaited<ReturnType<Gateway['cancelIntent']>>> {
  try {
    await stripe.paymentIntents.cancel(id);
    return { outcome: 'cancelled' };
  } catch (error) {
    if (!isRefusal(error, 'payment_intent_unexpected_state')) throw asUnavailable(error);
    const intent = toIntent(await reach(() => stripe.paymentIntents.retrieve(id)), account);
    return intent.status === 'canceled' ? { outcome: 'cancelled' } : { outcome: 'refused', intent };
  }
}

async function captureIntent(
  { stripe, account }: Client,
  id: string,
  key: string,
): Promise<Awaited<ReturnType<Gateway['captureIntent']>>> {
  try {
    const captured = await stripe.paymentIntents.capture(id, {}, { idempotencyKey: key });
    return { outcome: 'captured', intent: toIntent(captured, account) };
  } catch (error) {
    if (!isFinalRefusal(error) && !(error instanceof Stripe.errors.StripeCardError))
      throw asUnavailable(error);
    // Captured by an earlier request whose key is forgotten by now, or refused for good: the intent says which.
    const intent = toIntent(await reach(() => stripe.paymentIntents.retrieve(id)), account);
    return { outcome: intent.status === 'succeeded' ? 'captured' : 'refused', intent };
  }
}

async function createRefund(
  stripe: Stripe,
  { paymentIntentId, amountCents, idemKey }: NewRefund,
): Promise<Awaited<ReturnType<Gateway['createRefund']>>> {
  const parameters: Stripe.RefundCreateParams = {
    payment_intent: paymentIntentId,
    amount: amountCents,
    reason: 'requested_by_customer',
    metadata: { idem_key: idemKey },
  };
  try {
    const refund = await stripe.refunds.create(parameters, { idempotencyKey: idemKey });
    return { outcome: 'made', refund: toRefund(refund) };
  } catch (error) {
    if (!isFinalRefusal(error)) throw asUnavailable(error);
    return { outcome: 'refused', reason: error.message };
  }
}

/** The request itself is unacceptable; busy, throttled or down is temporary. */
function isFinalRefusal(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  const isInvalid = error instanceof Stripe.errors.StripeInvalidRequestError;
  return isInvalid && (error.statusCode === 400 || error.statusCode === 404);
}

type Page = { limit: number; starting_after?: string };

async function listAll<Listed extends { id: string }, Meaning>(
  list: (page: Page) => Promise<{ data: Listed[]; has_more: boolean }>,
  toMeaning: (listed: Listed) => Meaning,
): Promise<Meaning[]> {
  const found: Listed[] = [];
  for (;;) {
    const last = found.at(-1);
    const page = await reach(() => list({ limit: 100, ...(last && { starting_after: last.id }) }));
    found.push(...page.data);
    if (!page.has_more || page.data.length === 0) return found.map(toMeaning);
  }
}

function createdSince(since: Instant) {
  return { created: { gte: Math.floor(since / 1000) } };
}

function isRefusal(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code;
}

async function reach<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw asUnavailable(error);
  }
}

/** The provider's message may contain internals: it goes to the log as the cause, not to the customer. */
function asUnavailable(error: unknown, Kind = Unavailable): Unavailable {
  const unavailable = new Kind(
    'payment_unavailable',
    'The card provider isn’t responding. Try again in a minute.',
  );
  unavailable.cause = error;
  return unavailable;
}

function toIntent(intent: Stripe.PaymentIntent, account: string): Intent {
  return {
    id: intent.id,
    account,
    clientSecret: intent.client_secret ?? '',
    status: intent.status,
    amountCents: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    livemode: intent.livemode,
    createdAt: instantOf(intent.created),
    checkoutId: intent.metadata['checkout_id'] ?? null,
    topUp: toTopUp(intent.metadata),
    chargeId: idOf(intent.latest_charge),
  };
}

/** What tells us again, from the intent alone, what it pays for. */
function metadataOf(paysFor: NewIntent['paysFor']): Record<string, string> {
  if ('topUpId' in paysFor)
    return { top_up_id: paysFor.topUpId, order_checkout_id: paysFor.checkoutId };
  return { checkout_id: paysFor.checkoutId, ...paysFor.snapshot };
}

function toTopUp(metadata: Stripe.Metadata): TopUpIds | null {
  const { top_up_id: topUpId, order_checkout_id: checkoutId } = metadata;
  return topUpId && checkoutId ? { topUpId, checkoutId } : null;
}

/** From a list that was requested with its charges. */
function toListedIntent(intent: Stripe.PaymentIntent, account: string): ListedIntent {
  const { latest_charge: charge, status } = intent;
  const takenAt = charge !== null && typeof charge === 'object' ? charge.created : intent.created;
  return {
    ...toIntent(intent, account),
    capturedAt: status === 'succeeded' ? instantOf(takenAt) : null,
    approvedAt: status === 'requires_capture' ? instantOf(takenAt) : null,
    receiptEmail: intent.receipt_email,
    shipping: toShipping(intent.shipping),
    metadata: intent.metadata,
  };
}

function toShipping(shipping: Stripe.PaymentIntent['shipping']): Shipping | null {
  const { name, phone, address } = shipping ?? {};
  if (!name || !address) return null;
  return {
    name,
    phone: phone ?? '',
    line1: address.line1 ?? '',
    line2: address.line2 ?? '',
    suburb: address.city ?? '',
    postcode: address.postal_code ?? '',
  };
}

const REFUND_STATES: Record<string, GatewayRefund['state']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

function toRefund(refund: Stripe.Refund): GatewayRefund {
  return {
    id: refund.id,
    paymentIntentId: idOf(refund.payment_intent),
    idemKey: refund.metadata?.['idem_key'] ?? null,
    state: REFUND_STATES[refund.status ?? ''] ?? 'pending',
    amountCents: refund.amount,
    failureReason: refund.failure_reason ?? null,
    createdAt: instantOf(refund.created),
  };
}

function toDispute(dispute: Stripe.Dispute): GatewayDispute {
  const dueBy = dispute.evidence_details.due_by;
  return {
    id: dispute.id,
    paymentIntentId: idOf(dispute.payment_intent),
    amountCents: dispute.amount,
    reason: dispute.reason,
    // A status we do not know yet decides nothing.
    status: DISPUTE_STATUSES.find((status) => status === dispute.status) ?? 'under_review',
    dueBy: dueBy ? instantOf(dueBy) : null,
    createdAt: instantOf(dispute.created),
  };
}

function toEvent(event: Stripe.Event): Omit<GatewayEvent, 'isOfOtherMode'> {
  // Anyone with the client secret may pay or view the intent, so we do not store it.
  const { client_secret: _, ...subject } = { client_secret: null, ...event.data.object };
  return {
    id: event.id,
    type: event.type,
    livemode: event.livemode,
    paymentIntentId: intentOf(subject),
    payload: subject,
  };
}

/** An intent's own id; a charge or refund names the intent it belongs to. */
function intentOf(subject: object): string | null {
  const isIntent = 'object' in subject && subject.object === 'payment_intent';
  const { id, payment_intent: named }: { id?: unknown; payment_intent?: unknown } = subject;
  const found = isIntent ? id : named;
  return typeof found === 'string' ? found : null;
}

/** Stripe sends an id or the whole object. */
function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

function instantOf(unixSeconds: number): Instant {
  return unixSeconds * 1000;
}
