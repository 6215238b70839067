/** What is asked of Stripe to prove keys before they are used: whose they are, that they belong together, where events go. */
import Stripe from 'stripe';
import { type GatewayOptions, isLiveKey, openStripe } from './gateway.ts';

export type CardAccount = {
  id: string;
  /** As customers and owners know it. */
  name: string;
  /** In words. */
  country: string;
  /** Stripe has what it wants to know of the business. */
  mayCharge: boolean;
};

export type CardKeys = { secretKey: string; publishableKey: string };
type Address = GatewayOptions['address'];

/** What Stripe refused, in its own words, without a key in them. */
export class StripeRefused extends Error {
  /** The key is good, and may not do this. */
  readonly lacksPermission: boolean;

  constructor(cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause);
    super(message.replaceAll(/\b(?:sk|rk|pk|whsec)_\w*/g, 'the key'));
    this.cause = cause;
    this.lacksPermission = cause instanceof Stripe.errors.StripePermissionError;
  }
}

/** The name of an account in our records: live and test payments are two accounts. */
export function accountName(id: string, secretKey: string): string {
  return `${id}/${isLiveKey(secretKey) ? 'live' : 'test'}`;
}

async function askProvider<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw new StripeRefused(error);
  }
}

/** Throws StripeRefused. */
export async function readCardAccount(secretKey: string, address?: Address): Promise<CardAccount> {
  const account = await askProvider(() =>
    openStripe(secretKey, address).accounts.retrieveCurrent(),
  );
  const { id, settings, business_profile: profile, country } = account;
  return {
    id,
    name: settings?.dashboard.display_name ?? profile?.name ?? id,
    country: country ? (REGIONS.of(country) ?? country) : '',
    mayCharge: account.charges_enabled,
  };
}

const REGIONS = new Intl.DisplayNames(['en-AU'], { type: 'region' });

/** 1.00 in the kitchen's currency: above every least amount. */
const CHECK_CENTS = 100;
/** Says that an intent is a check: it is neither settled nor reconciled. */
export const CHECK_METADATA = 'mealrun_check';

/**
 * An intent made with the secret key and read with the publishable one: they are of the same account. It is never paid; the
 * caller cancels it. Throws StripeRefused.
 */
export async function makeCheckIntent(
  { secretKey, publishableKey }: CardKeys,
  currency: string,
  address?: Address,
): Promise<string> {
  const stripe = openStripe(secretKey, address);
  const intent = await askProvider(() =>
    stripe.paymentIntents.create({
      amount: CHECK_CENTS,
      currency,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { [CHECK_METADATA]: 'keys' },
    }),
  );
  try {
    await askProvider(() =>
      openStripe(publishableKey, address).paymentIntents.retrieve(intent.id, {
        client_secret: intent.client_secret ?? '',
      }),
    );
  } catch (error) {
    await cancelCheckIntent(secretKey, intent.id, address).catch(() => {});
    throw error;
  }
  return intent.id;
}

/** Stripe tells our webhook of it. Throws StripeRefused. */
export async function cancelCheckIntent(
  secretKey: string,
  id: string,
  address?: Address,
): Promise<void> {
  await askProvider(() => openStripe(secretKey, address).paymentIntents.cancel(id));
}

export type WebhookEndpoint = { endpointId: string; webhookSecret: string };

/** Its secret is told now and never again. Throws StripeRefused. */
export async function makeWebhookEndpoint(
  secretKey: string,
  { url, events }: { url: string; events: readonly string[] },
  address?: Address,
): Promise<WebhookEndpoint> {
  const made = await askProvider(() =>
    openStripe(secretKey, address).webhookEndpoints.create({
      url,
      enabled_events: [...events] as Stripe.WebhookEndpointCreateParams.EnabledEvent[],
      description: 'Mealrun',
    }),
  );
  return { endpointId: made.id, webhookSecret: made.secret ?? '' };
}

/** One that is gone already is as good. Throws StripeRefused. */
export async function deleteWebhookEndpoint(
  secretKey: string,
  id: string,
  address?: Address,
): Promise<void> {
  try {
    await openStripe(secretKey, address).webhookEndpoints.del(id);
  } catch (error) {
    const isGone = error instanceof Stripe.errors.StripeError && error.statusCode === 404;
    if (!isGone) throw new StripeRefused(error);
  }
}
