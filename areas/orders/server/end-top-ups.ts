/** Top-ups that nobody paid: cancelled at the gateway, so that none can be paid any more. */
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { type TopUpRow, topUps } from '#areas/order-book/server/tables/order-changes.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { IntentRefused } from '#platform/server/errors.ts';
import { openTopUpIntent } from '#areas/orders/server/top-up-intent.ts';
import { doDueWork } from '#platform/server/queue/do-due-work.ts';
import type { DueWork } from '#platform/server/queue/due-work.ts';
import { closeTopUp } from '#areas/checkout/server/not-changed.ts';
import { isOnPayment } from '#areas/order-book/server/waiting-changes.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import { captureApproval } from '#areas/checkout/server/capture-approval.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { type CheckoutRow, checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { setStatus } from '#areas/orders/server/change-order-status.ts';
import { DOUBLING_MINUTES, retryWait } from '#platform/rules/retry-wait.ts';

const MINUTE_MS = 60_000;
/** This many consecutive failures mean that the gateway is silent: the rest waits for the next run. */
const SILENT_AFTER = 3;

/** `processing`: the bank has not decided. */
export type TopUpEnd = 'ended' | 'paid' | 'processing';

/**
 * Ends a top-up that is no longer wanted: only once the gateway confirms that its intent cannot be paid does it count as
 * ended; one that was paid is settled. `isTold`: if its bank had approved it, its customer hears that it came to nothing.
 * Throws Unavailable.
 */
export async function endTopUp(
  context: Context,
  topUp: TopUpRow,
  { isTold = false } = {},
): Promise<TopUpEnd> {
  const [ending] = await context.db
    .update(topUps)
    .set({ state: 'ending' })
    .where(and(eq(topUps.id, topUp.id), inArray(topUps.state, ['open', 'ending'])))
    .returning();
  if (!ending) return (await stateOf(context, topUp)) === 'paid' ? 'paid' : 'ended';
  const intent = await findIntent(context, ending);
  const isApproved = isTold && intent !== null && (await wasApproved(context, ending, intent));
  if (intent) {
    const cancelled = await context.gateway.cancelIntent(intent.id);
    if (cancelled.outcome === 'refused') {
      if (cancelled.intent.status !== 'succeeded') return 'processing';
      await settlePayment(context, intent.id);
      return 'paid';
    }
  }
  await closeTopUp(context, topUp.id, isApproved ? 'hold_ended' : null);
  return 'ended';
}

async function wasApproved(
  context: Context,
  topUp: TopUpRow,
  { id }: { id: string },
): Promise<boolean> {
  if (!(await isOnPayment(context.db, topUp))) return false;
  return (await context.gateway.retrieveIntent(id))?.status === 'requires_capture';
}

/** Null: the gateway refused to make it, so nothing can be paid. */
async function findIntent(context: Context, topUp: TopUpRow): Promise<{ id: string } | null> {
  try {
    return await openTopUpIntent(context, topUp);
  } catch (error) {
    if (error instanceof IntentRefused) return null;
    throw error;
  }
}

async function stateOf({ db }: Pick<Context, 'db'>, { id }: TopUpRow): Promise<string | undefined> {
  const [row] = await db.select({ state: topUps.state }).from(topUps).where(eq(topUps.id, id));
  return row?.state;
}

/** Ripe when its time is up, or when its order has changed since: the amount may no longer be what is owed. */
export const topUpWork: DueWork<TopUpRow, Context, 'ended' | 'paid'> = {
  table: topUps,
  isOpen: inArray(topUps.state, ['open', 'ending']),
  isRipe: (now) => sql`(${lte(topUps.openUntil, now)} or ${eq(topUps.state, 'ending')}
    or exists (select from ${orders} o where o.id = ${topUps.orderId} and o.version <> ${topUps.orderVersion}))`,
  isGivenUp: sql`false`,
  since: topUps.openUntil,
  order: [topUps.openUntil, topUps.id],
  claimMs: MINUTE_MS,
  async tryRow(context, topUp) {
    const end = await endTopUp(context, topUp, { isTold: true });
    return { is: end === 'processing' ? 'waiting' : end };
  },
  waitMs: () => 0,
  logFields: ({ id, orderId }) => ({ topUpId: id, orderId }),
  says: { triedAgain: 'a top-up could not be ended; it can still be paid' },
};

export async function endTopUps(context: Context): Promise<{ ended: number; waiting: number }> {
  const results = await doDueWork(context, topUpWork, { stopAfterSilent: SILENT_AFTER });
  const waiting = results.filter(({ is }) => is === 'waiting').length;
  return { ended: results.length - waiting, waiting };
}

const CAPTURE_APPROVALS_MINUTE_MS = 60_000;
const CAPTURE_APPROVALS_SILENT_AFTER = 3;

/** Orders that were made on a bank's approval: anyone who made one takes its money at once, this what was interrupted. */
export const captureWork: DueWork<CheckoutRow, Context, 'captured' | 'ended'> = {
  table: checkouts,
  isOpen: eq(checkouts.state, 'approved'),
  isGivenUp: sql`false`,
  since: checkouts.approvedUntil,
  order: [checkouts.approvedUntil, checkouts.id],
  claimMs: CAPTURE_APPROVALS_MINUTE_MS,
  async tryRow(context, checkout) {
    const is = await captureApproval(context, checkout);
    if (is === 'refused') await fallThrough(context, checkout);
    return { is: is === 'captured' ? 'captured' : 'ended' };
  },
  waitMs: ({ tries }) => retryWait(DOUBLING_MINUTES, tries),
  logFields: ({ id }) => ({ checkoutId: id }),
  says: { triedAgain: 'an approved payment could not be taken yet' },
  alarm: {
    id: 'capture_open',
    afterMs: 0,
    since: ({ approvedUntil, createdAt }) => approvedUntil ?? createdAt,
    says: 'an approved payment has not been taken for ten minutes',
  },
};

export async function captureApprovals(
  context: Context,
): Promise<{ captured: number; waiting: number }> {
  const results = await doDueWork(context, captureWork, {
    stopAfterSilent: CAPTURE_APPROVALS_SILENT_AFTER,
  });
  const captured = results.filter(({ is }) => is === 'captured').length;
  const ended = results.filter(({ is }) => is === 'ended').length;
  return { captured, waiting: results.length - captured - ended };
}

/** Its money will never come: the order is cancelled, its places are free, and anyone who ordered is told. */
async function fallThrough(context: Context, { id }: CheckoutRow): Promise<void> {
  const { business } = await context.site.current();
  await context.db.transaction(async (tx) => {
    const [ended] = await tx
      .update(checkouts)
      .set({ state: 'fell_through', approvedUntil: null })
      .where(and(eq(checkouts.id, id), eq(checkouts.state, 'approved')))
      .returning({ id: checkouts.id });
    const [order] = await tx
      .select()
      .from(orders)
      .where(eq(orders.checkoutId, id))
      .for('no key update');
    // Cancelled by someone before its money was taken: they were told.
    if (!ended || !order || order.status === 'cancelled') return;
    await setStatus(context, tx, order, {
      staff: null,
      business,
      status: 'cancelled',
      refund: 'none',
      action: 'order.payment_fell_through',
      notify: false,
    });
    await writeMessage(tx, context, {
      kind: 'payment_fell_through',
      about: order.id,
      orderId: order.id,
      recipient: order.email,
    });
  });
}
