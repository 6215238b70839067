import { eq, inArray, lte, sql } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { type CheckoutRow, checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { doDueWork } from '#platform/server/queue/do-due-work.ts';
import type { DueWork } from '#platform/server/queue/due-work.ts';
import { endCheckout } from '#areas/checkout/server/end-checkout.ts';
import { extendForBank } from '#areas/checkout/server/extend-hold.ts';

/** This many consecutive failures mean that the gateway is silent: the rest waits for the next run. */
const SILENT_AFTER = 3;
const MINUTE_MS = 60_000;
const ALARM_AFTER_MS = 15 * MINUTE_MS;

type Count = { ended: number; paid: number; waiting: number };

/** `extended`: the bank is authenticating its customer, who gets a little more time, once. */
type Expiry = 'ended' | 'paid' | 'extended';

/** Each run tries all whose time is up, however often they were tried before; none is given up while it holds places. */
export const checkoutWork: DueWork<CheckoutRow, Context, Expiry> = {
  table: checkouts,
  isOpen: inArray(checkouts.state, ['open', 'expiring']),
  isRipe: (now) => sql`(${lte(checkouts.holdUntil, now)} or ${eq(checkouts.state, 'expiring')})`,
  isGivenUp: sql`false`,
  since: checkouts.holdUntil,
  order: [checkouts.holdUntil, checkouts.id],
  claimMs: MINUTE_MS,
  async tryRow(context, checkout) {
    // What the claim wrote is undone: it comes back when its new time is up.
    if (await extendForBank(context, checkout)) return { is: 'extended', set: {} };
    const end = await endCheckout(context, checkout, 'expired');
    return { is: end === 'processing' ? 'waiting' : end };
  },
  waitMs: () => 0,
  logFields: ({ id, holdUntil }) => ({ checkoutId: id, holdUntil: holdUntil.toISOString() }),
  says: { triedAgain: 'a checkout could not be ended; its places stay held' },
  alarm: {
    id: 'checkout_stuck',
    afterMs: ALARM_AFTER_MS,
    since: ({ holdUntil }) => holdUntil,
    says: 'a checkout that expired 15 minutes ago cannot be ended; its places stay held',
  },
};

/**
 * Expires overdue checkouts: cancels the intent, then releases the places; settles any that were paid. A checkout that
 * cannot be ended now (the gateway is silent, the bank undecided) keeps its places and is retried.
 */
export async function expireCheckouts(context: Context): Promise<Count> {
  const results = await doDueWork(context, checkoutWork, { stopAfterSilent: SILENT_AFTER });
  const ended = results.filter(({ is }) => is === 'ended').length;
  const paid = results.filter(({ is }) => is === 'paid').length;
  return { ended, paid, waiting: results.length - ended - paid };
}
