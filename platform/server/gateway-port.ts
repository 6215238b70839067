/** The card provider as the rest of the server sees it; `platform/server/gateway/` speaks to Stripe or the sandbox behind it. */
import type Stripe from 'stripe';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { DisputeStatus } from '#platform/rules/dispute-status.ts';

export type Intent = {
  id: string;
  clientSecret: string;
  /** For the account that made it: `Gateway.account`. */
  account: string;
  status: Stripe.PaymentIntent.Status;
  amountCents: number;
  currency: string;
  livemode: boolean;
  /** By the provider's clock. */
  createdAt: Instant;
  /** Null: a top-up, or not ours. */
  checkoutId: string | null;
  topUp: TopUpIds | null;
  chargeId: string | null;
};

/** A payment on top of an order, and the checkout that made that order. */
export type TopUpIds = { topUpId: string; checkoutId: string };

export type Shipping = {
  name: string;
  phone: string;
  line1: string;
  line2: string;
  suburb: string;
  postcode: string;
};

/** An intent from the provider's list, with everything an order could be rebuilt from. */
export type ListedIntent = Intent & {
  /** When the money was captured; null: it was not. */
  capturedAt: Instant | null;
  /** When a bank approved it, while it is neither captured nor let go. */
  approvedAt: Instant | null;
  receiptEmail: string | null;
  shipping: Shipping | null;
  /** By key, as we wrote it when the intent was made. */
  metadata: Record<string, string>;
};

export type GatewayRefund = {
  id: string;
  paymentIntentId: string | null;
  /** Null when it was made at the gateway, outside our app. */
  idemKey: string | null;
  state: 'pending' | 'succeeded' | 'failed';
  amountCents: number;
  failureReason: string | null;
  createdAt: Instant;
};

export type GatewayDispute = {
  id: string;
  paymentIntentId: string | null;
  amountCents: number;
  reason: string;
  status: DisputeStatus;
  dueBy: Instant | null;
  createdAt: Instant;
};

/** What the gateway reports; `paymentIntentId` is null for events that are not about one. */
export type GatewayEvent = {
  id: string;
  type: string;
  livemode: boolean;
  /** For another mode than the account that signed it: never acted on. */
  isOfOtherMode: boolean;
  paymentIntentId: string | null;
  payload: object;
};

/** The first payment of an order; `snapshot` is stored with it, enough to rebuild the order: values of up to 500 characters. */
export type FirstPayment = { checkoutId: string; snapshot: Record<string, string> };

export type NewIntent = {
  paysFor: FirstPayment | TopUpIds;
  amountCents: number;
  currency: string;
  /** `manual`: the bank only approves; the money is taken by `captureIntent`. */
  capture: 'automatic' | 'manual';
  receiptEmail: string;
  /** `state`: abbreviated. */
  shipping: Shipping & { state: string };
};

export type NewRefund = { paymentIntentId: string; amountCents: number; idemKey: string };

/**
 * `none`: no keys. `test`: keys that charge nobody, in production. `refused`: the provider takes the keys no more. `locked`: the
 * keys cannot be opened on this machine.
 */
export type CardBar = 'none' | 'test' | 'refused' | 'locked';

/** For the keys in the environment, and of the sandbox. */
export const INSTALLATION_ACCOUNT = 'env';

export type Gateway = {
  /** `none`: no cards are taken. */
  mode: 'sandbox' | 'stripe' | 'none';
  /** The account in force, `acct_…/live`; of the environment's keys and the sandbox, `env`. */
  account: string;
  /** Why the public may not order with these cards; null: they may. */
  bar: CardBar | null;
  publishableKey: string;
  /** Whether charges move real money. An intent of the other mode is never settled. */
  livemode: boolean;
  /** The same checkout or top-up gets the same intent, however often it is requested. Throws IntentRefused or Unavailable. */
  createIntent(intent: NewIntent): Promise<Intent>;
  retrieveIntent(id: string): Promise<Intent | null>;
  /** `cancelled` only when the gateway has confirmed it; otherwise the intent in its actual state. */
  cancelIntent(
    id: string,
  ): Promise<{ outcome: 'cancelled' } | { outcome: 'refused'; intent: Intent }>;
  /**
   * Takes what a bank has approved, once, however often it is requested with this key. `refused`: it will never be taken; the
   * intent as it stands. Throws Unavailable when there is no answer: then it may have been taken.
   */
  captureIntent(
    id: string,
    key: string,
  ): Promise<{ outcome: 'captured' | 'refused'; intent: Intent }>;
  /** Replaces these parts of a snapshot, whatever the state of its intent; an empty part is dropped. Throws Unavailable. */
  changeSnapshot(id: string, snapshot: Record<string, string>): Promise<void>;
  /** The same key gets the same refund, however often it is requested. `refused`: the gateway will never make it. */
  createRefund(
    refund: NewRefund,
  ): Promise<{ outcome: 'made'; refund: GatewayRefund } | { outcome: 'refused'; reason: string }>;
  listRefunds(paymentIntentId: string): Promise<GatewayRefund[]>;
  /** Everything of one kind made since then by the gateway's own clock, no matter who made it; newest first. */
  listIntentsSince(since: Instant): Promise<ListedIntent[]>;
  listRefundsSince(since: Instant): Promise<GatewayRefund[]>;
  listDisputesSince(since: Instant): Promise<GatewayDispute[]>;
  listDisputes(paymentIntentId: string): Promise<GatewayDispute[]>;
  /** Checks the signature. Null when it does not match. */
  readEvent(body: Buffer, signature: string): GatewayEvent | null;
};
