import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { retryWait } from '#platform/rules/retry-wait.ts';
import { isFinalRefundState } from '#areas/order-book/rules/refund-state.ts';
import type { Context } from '#platform/server/context.ts';
import { type RefundRow, refunds } from '#areas/order-book/server/tables/refunds.ts';
import type { DueWork } from '#platform/server/queue/due-work.ts';
import { tryNow } from '#platform/server/queue/try-work.ts';
import { upsertRefunds, syncRefunds } from '#areas/order-book/server/sync-refunds.ts';

/**
 * Takes a refund as far as possible now: sends it, or asks for its state. May be called at any time, from several
 * places concurrently, after a crash: with the stored key, the gateway refunds once. Throws Unavailable.
 */
export async function submitRefund(
  context: Context,
  refundId: number,
): Promise<RefundRow['state'] | null> {
  const refund = await findRefund(context, refundId);
  if (!refund || isFinalRefundState(refund.state)) return refund?.state ?? null;
  if (refund.state !== 'wanted') {
    // The gateway forgets keys after a day: check whether it was made before sending it again.
    await syncRefunds(context, refund.paymentIntentId);
    const asked = await findRefund(context, refundId);
    if (asked?.state !== 'sent') return asked?.state ?? null;
  }
  await send(context, refund);
  return (await findRefund(context, refundId))?.state ?? null;
}

/** As `submitRefund`, but a gateway that does not answer is only logged: it is tried again later. False for no answer. */
export async function tryRefund(context: Context, refundId: number): Promise<boolean> {
  const result = await tryNow(context, refundWork, refundId);
  return !result?.isSilent;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** Sooner than the hourly run, which would otherwise just miss it. */
const PENDING_LONGEST_MS = 50 * MINUTE_MS;

/** Never given up by us: in the end the gateway says that it succeeded or failed. */
export const refundWork: DueWork<RefundRow, Context, 'ended'> = {
  table: refunds,
  isOpen: inArray(refunds.state, ['wanted', 'sent', 'pending']),
  isGivenUp: sql`${eq(refunds.state, 'failed')} and ${isNull(refunds.handledAt)}`,
  since: refunds.createdAt,
  order: [refunds.updatedAt],
  claimMs: MINUTE_MS,
  async tryRow(context, refund) {
    const state = await submitRefund(context, refund.id);
    if (state === null || isFinalRefundState(state)) return { is: 'ended' };
    return { is: 'waiting', row: { ...refund, state } };
  },
  waitMs({ tries, state }) {
    const longestMs = state === 'pending' ? PENDING_LONGEST_MS : MINUTE_MS;
    return retryWait({ firstMs: SECOND_MS, factor: Math.E, longestMs }, tries);
  },
  logFields: ({ id }) => ({ refundId: id }),
  says: { triedAgain: 'a refund could not be sent yet' },
};

async function findRefund(context: Context, refundId: number): Promise<RefundRow | undefined> {
  const [refund] = await context.db.select().from(refunds).where(eq(refunds.id, refundId));
  return refund;
}

async function send(context: Context, refund: RefundRow): Promise<void> {
  const { paymentIntentId, amountCents, idemKey } = refund;
  await change(context, refund, { state: 'sent' });
  const answer = await context.gateway.createRefund({ paymentIntentId, amountCents, idemKey });
  if (answer.outcome === 'made') {
    await upsertRefunds(context, paymentIntentId, [answer.refund]);
    const { id: refundId, orderId } = refund;
    context.log.info({ refundId, orderId, amountCents, state: answer.refund.state }, 'refund made');
    return;
  }
  await change(context, refund, { state: 'failed', failureReason: answer.reason });
  context.log.error(
    { alarm: 'refund_failed', refundId: refund.id, reason: answer.reason },
    'a refund was refused',
  );
  // Most likely someone has already refunded it at the gateway.
  await syncRefunds(context, paymentIntentId);
}

/** Only if no one else has received a reply. */
async function change(
  context: Context,
  refund: RefundRow,
  news: { state: 'sent' } | { state: 'failed'; failureReason: string },
): Promise<void> {
  await context.db
    .update(refunds)
    .set({ ...news, updatedAt: new Date(context.clock()) })
    .where(and(eq(refunds.id, refund.id), inArray(refunds.state, ['wanted', 'sent'])));
}
