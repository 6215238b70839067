/** The card provider, through its official package. The sandbox speaks the same wire format, so one piece of code serves both. */
import Stripe from 'stripe';
import { Unavailable } from '#server/errors.ts';

export type Intent = {
  id: string;
  clientSecret: string;
  status: Stripe.PaymentIntent.Status;
  amountCents: number;
  currency: string;
  livemode: boolean;
  checkoutId: string | null;
  chargeId: string | null;
};

export type NewIntent = {
  checkoutId: string;
  amountCents: number;
  currency: string;
  receiptEmail: string;
  shipping: {
    name: string;
    phone: string;
    line1: string;
    line2: string;
    suburb: string;
    postcode: string;
  };
};

export type NewRefund = { paymentIntentId: string; amountCents: number; idemKey: string };

export type GatewayRefund = {
  id: string;
  /** Null when it was made outside, by somebody at the gateway. */
  idemKey: string | null;
  state: 'pending' | 'succeeded' | 'failed';
  amountCents: number;
  failureReason: string | null;
};

/** What the gateway says happened; `paymentIntentId` is null for events that are not about one. */
export type GatewayEvent = {
  id: string;
  type: string;
  livemode: boolean;
  paymentIntentId: string | null;
  payload: object;
};

export type Gateway = {
  mode: 'sandbox' | 'stripe';
  publishableKey: string;
  /** Whether charges move real money. An intent of the other kind is never settled. */
  livemode: boolean;
  /** The same checkout gets the same intent, however often it is asked for. */
  createIntent(intent: NewIntent): Promise<Intent>;
  retrieveIntent(id: string): Promise<Intent | null>;
  /** `cancelled` only when the gateway has confirmed it; otherwise the intent as it really stands. */
  cancelIntent(
    id: string,
  ): Promise<{ outcome: 'cancelled' } | { outcome: 'refused'; intent: Intent }>;
  /** The same key gets the same refund, however often it is asked for. `refused`: the gateway will never make it. */
  createRefund(
    refund: NewRefund,
  ): Promise<{ outcome: 'made'; refund: GatewayRefund } | { outcome: 'refused'; reason: string }>;
  /** All refunds of a payment, whoever made them. */
  listRefunds(paymentIntentId: string): Promise<GatewayRefund[]>;
  /** Checks the signature. Null when it does not hold. */
  readEvent(body: Buffer, signature: string): GatewayEvent | null;
};

export type GatewayOptions = {
  mode: 'sandbox' | 'stripe';
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Where the sandbox listens. */
  address?: { host: string; port: number };
};

const TIMEOUT_MS = 20_000;

export function createGateway(options: GatewayOptions): Gateway {
  const stripe = new Stripe(options.secretKey, {
    maxNetworkRetries: 2,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(options.address && {
      host: options.address.host,
      port: options.address.port,
      protocol: 'http',
    }),
  });
  return {
    mode: options.mode,
    publishableKey: options.publishableKey,
    livemode: /^(sk|rk)_live_/.test(options.secretKey),
    createIntent: (intent) => createIntent(stripe, intent),
    retrieveIntent: (id) => retrieveIntent(stripe, id),
    cancelIntent: (id) => cancelIntent(stripe, id),
    createRefund: (refund) => createRefund(stripe, refund),
    listRefunds: (paymentIntentId) => listRefunds(stripe, paymentIntentId),
    readEvent(body, signature) {
      try {
        return toEvent(stripe.webhooks.constructEvent(body, signature, options.webhookSecret));
      } catch {
        return null;
      }
    },
  };
}

async function createIntent(stripe: Stripe, intent: NewIntent): Promise<Intent> {
  const { name, phone, line1, line2, suburb, postcode } = intent.shipping;
  const address = {
    line1,
    line2,
    city: suburb,
    postal_code: postcode,
    state: 'QLD',
    country: 'AU',
  };
  const parameters: Stripe.PaymentIntentCreateParams = {
    amount: intent.amountCents,
    currency: intent.currency,
    // Cards, and whatever else the account takes that is decided without leaving the page for good.
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    receipt_email: intent.receiptEmail,
    metadata: { checkout_id: intent.checkoutId },
    shipping: { name, phone, address },
  };
  const idempotencyKey = `pi:${intent.checkoutId}`;
  return toIntent(await reach(() => stripe.paymentIntents.create(parameters, { idempotencyKey })));
}

async function retrieveIntent(stripe: Stripe, id: string): Promise<Intent | null> {
  try {
    return toIntent(await stripe.paymentIntents.retrieve(id));
  } catch (error) {
    if (isRefusal(error, 'resource_missing')) return null;
    throw asUnavailable(error);
  }
}

async function cancelIntent(
  stripe: Stripe,
  id: string,
): Promise<Awaited<ReturnType<Gateway['cancelIntent']>>> {
  try {
    await stripe.paymentIntents.cancel(id);
    return { outcome: 'cancelled' };
  } catch (error) {
    if (!isRefusal(error, 'payment_intent_unexpected_state')) throw asUnavailable(error);
    const intent = toIntent(await reach(() => stripe.paymentIntents.retrieve(id)));
    return intent.status === 'canceled' ? { outcome: 'cancelled' } : { outcome: 'refused', intent };
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

/** The request itself will never do; what is busy, throttled or down may do later. */
function isFinalRefusal(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  const isInvalid = error instanceof Stripe.errors.StripeInvalidRequestError;
  return isInvalid && (error.statusCode === 400 || error.statusCode === 404);
}

async function listRefunds(stripe: Stripe, paymentIntentId: string): Promise<GatewayRefund[]> {
  const listed = await reach(() =>
    stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }),
  );
  return listed.data.map(toRefund);
}

const REFUND_STATES: Record<string, GatewayRefund['state']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

function toRefund(refund: Stripe.Refund): GatewayRefund {
  return {
    id: refund.id,
    idemKey: refund.metadata?.['idem_key'] ?? null,
    state: REFUND_STATES[refund.status ?? ''] ?? 'pending',
    amountCents: refund.amount,
    failureReason: refund.failure_reason ?? null,
  };
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

/** The provider's words may hold internals: they go to the log as the cause, not to the customer. */
function asUnavailable(error: unknown): Unavailable {
  const unavailable = new Unavailable(
    'payment_unavailable',
    'The card provider does not answer right now. Please try again.',
  );
  unavailable.cause = error;
  return unavailable;
}

function toIntent(intent: Stripe.PaymentIntent): Intent {
  const charge = intent.latest_charge;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: intent.status,
    amountCents: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    livemode: intent.livemode,
    checkoutId: intent.metadata['checkout_id'] ?? null,
    chargeId: typeof charge === 'string' ? charge : (charge?.id ?? null),
  };
}

function toEvent(event: Stripe.Event): GatewayEvent {
  // Whoever holds the client secret may pay or look at the intent: it is not ours to keep.
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
