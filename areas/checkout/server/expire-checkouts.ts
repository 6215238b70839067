import { MINUTE_MS } from '#platform/rules/durations.ts';
import { eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { type CheckoutRow, checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { doDueWork, type DueWork } from '#platform/server/queue/due-work.ts';
import { endCheckout } from '#areas/checkout/server/end-checkout.ts';
import { Conflict, NotPaid } from '#platform/server/errors.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import { extendForBank } from '#areas/checkout/server/hold-bounds.ts';

/** This many consecutive failures mean that the gateway is silent: the rest waits for the next run. */
const SILENT_AFTER = 3;
const ALARM_AFTER_MS = 15 * MINUTE_MS;

type Count = { ended: number; paid: number; waiting: number };

/** `extended`: the bank is authenticating its customer, who gets a little more time, once. */
type Expiry = 'ended' | 'paid' | 'extended';

/** Each run tries all whose time is up, however often they were tried before; none is given up while it holds places. */
export const checkoutWork: DueWork<CheckoutRow, Context, Expiry> = {
  table: checkouts,
  isOpen: inArray(checkouts.state, ['open', 'expiring']),
  // An approval that waits for a place is tried again, should one come free.
  isRipe: (now) => sql`(${lte(checkouts.holdUntil, now)} or ${eq(checkouts.state, 'expiring')}
    or ${isNotNull(checkouts.approvedUntil)})`,
  isGivenUp: sql`false`,
  since: checkouts.holdUntil,
  order: [checkouts.holdUntil, checkouts.id],
  claimMs: MINUTE_MS,
  async tryRow(context, checkout) {
    // What the claim wrote is undone: it comes back when its new time is up.
    if (await extendForBank(context, checkout)) return { is: 'extended', set: {} };
    const approved = checkout.onPayment ? await settleApproved(context, checkout) : null;
    if (approved) return { is: approved };
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

/** Money that a bank approved for it, booked if it can be now. Null: there is none, or it is not kept any longer. */
async function settleApproved(
  context: Context,
  { state, paymentIntentId, approvedUntil }: CheckoutRow,
): Promise<'paid' | 'waiting' | null> {
  if (state !== 'open' || paymentIntentId === null) return null;
  if (approvedUntil && approvedUntil.getTime() <= context.clock()) return null;
  try {
    await settlePayment(context, paymentIntentId);
    return 'paid';
  } catch (error) {
    if (error instanceof NotPaid) return null;
    if (error instanceof Conflict) return 'waiting';
    throw error;
  }
}

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
