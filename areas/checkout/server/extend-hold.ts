import { and, eq } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { type CheckoutRow, checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';
import { isSameSecret } from '#platform/server/same-secret.ts';
import { holdEnd } from '#areas/checkout/server/hold-end.ts';

const MINUTE_MS = 60_000;

/**
 * Extends the hold for a customer who is still paying, once, when they ask for it in its last minutes: a page that nobody
 * uses lets its places go. The client secret proves whose checkout it is. Throws NotFound, or Conflict `hold_ended` or
 * `too_early`.
 */
export async function extendHold(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'throttle'>,
  request: { checkoutId: string; clientSecret: string },
): Promise<{ holdExpiresAt: string; canExtendHold: boolean }> {
  const { business } = await context.site.current();
  const [checkout] = await context.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, request.checkoutId));
  if (!checkout?.clientSecret || !isSameSecret(checkout.clientSecret, request.clientSecret)) {
    throw new NotFound('This checkout');
  }
  if (context.throttle) requireLastMinutes(context, checkout, business);
  const extended = await extend(context.db, checkout, business);
  if (!extended)
    throw new Conflict(
      'hold_ended',
      'Your time to pay can’t be extended. Start the payment again.',
    );
  return { holdExpiresAt: extended.holdUntil.toISOString(), canExtendHold: false };
}

function requireLastMinutes(
  { clock }: Pick<Context, 'clock'>,
  { holdUntil, holdExtended }: CheckoutRow,
  { holdExtendableMinutes }: BusinessFacts,
): void {
  if (holdExtended || holdUntil.getTime() - clock() <= holdExtendableMinutes * MINUTE_MS) return;
  throw new Conflict(
    'too_early',
    `You can ask for more time in the last ${holdExtendableMinutes} minutes.`,
  );
}

const WITH_BANK = ['requires_action', 'processing'];

/**
 * The same, called by the expiry job, while the customer's bank is authenticating or deciding. False if it is not, if
 * the hold was already extended, or if the cutoff leaves no time. Throws Unavailable.
 */
export async function extendForBank(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'gateway'>,
  checkout: CheckoutRow,
): Promise<boolean> {
  const { paymentIntentId, state, holdExtended } = checkout;
  if (state !== 'open' || holdExtended || paymentIntentId === null) return false;
  const intent = await context.gateway.retrieveIntent(paymentIntentId);
  if (!intent || !WITH_BANK.includes(intent.status)) return false;
  const { business } = await context.site.current();
  const extended = await extend(context.db, checkout, business);
  return extended !== undefined && extended.holdUntil.getTime() > context.clock();
}

async function extend(
  db: Database,
  checkout: CheckoutRow,
  business: BusinessFacts,
): Promise<{ holdUntil: Date } | undefined> {
  const { holdUntil, frozenOrder } = checkout;
  const longer = holdEnd(
    holdUntil.getTime(),
    business.holdExtensionMinutes,
    frozenOrder.drops,
    business,
  );
  const [extended] = await db
    .update(checkouts)
    .set({ holdUntil: new Date(longer), holdExtended: true })
    .where(
      and(
        eq(checkouts.id, checkout.id),
        eq(checkouts.state, 'open'),
        eq(checkouts.holdExtended, false),
      ),
    )
    .returning({ holdUntil: checkouts.holdUntil });
  return extended;
}
