/** How we read the card provider's objects. */
import type Stripe from 'stripe';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { DISPUTE_STATUSES } from '#platform/rules/dispute-status.ts';
import type {
  GatewayDispute,
  GatewayEvent,
  GatewayRefund,
  Intent,
  ListedIntent,
  NewIntent,
  Shipping,
  TopUpIds,
} from '#platform/server/gateway-port.ts';

export function toIntent(intent: Stripe.PaymentIntent, account: string): Intent {
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
export function metadataOf(paysFor: NewIntent['paysFor']): Record<string, string> {
  if ('topUpId' in paysFor)
    return { top_up_id: paysFor.topUpId, order_checkout_id: paysFor.checkoutId };
  return { checkout_id: paysFor.checkoutId, ...paysFor.snapshot };
}

function toTopUp(metadata: Stripe.Metadata): TopUpIds | null {
  const { top_up_id: topUpId, order_checkout_id: checkoutId } = metadata;
  return topUpId && checkoutId ? { topUpId, checkoutId } : null;
}

/** From a list that was requested with its charges. */
export function toListedIntent(intent: Stripe.PaymentIntent, account: string): ListedIntent {
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

export function toRefund(refund: Stripe.Refund): GatewayRefund {
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

export function toDispute(dispute: Stripe.Dispute): GatewayDispute {
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

export function toEvent(event: Stripe.Event): Omit<GatewayEvent, 'isOfOtherMode'> {
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
