import { and, eq, inArray } from 'drizzle-orm';
import { isFinalRefundState } from '#domain/ordering/status/refund-state.ts';
import type { Context } from '#server/context.ts';
import { type RefundRow, refunds } from '#server/db/schema/money/refunds.ts';
import { keepRefunds, mirrorRefunds } from '#server/refunds/mirror-refunds.ts';

/**
 * Takes a refund as far as possible now: sends it, or asks for its state. May be called at any time, from several
 * places concurrently, after a crash: with the stored key, the gateway refunds once. Throws Unavailable.
 */
export async function pursueRefund(
  context: Context,
  refundId: number,
): Promise<RefundRow['state'] | null> {
  const refund = await findRefund(context, refundId);
  if (!refund || isFinalRefundState(refund.state)) return refund?.state ?? null;
  if (refund.state !== 'wanted') {
    // The gateway forgets keys after a day: check whether it was made before sending it again.
    await mirrorRefunds(context, refund.paymentIntentId);
    const asked = await findRefund(context, refundId);
    if (asked?.state !== 'sent') return asked?.state ?? null;
  }
  await send(context, refund);
  return (await findRefund(context, refundId))?.state ?? null;
}

/** As `pursueRefund`, but an unreachable gateway is only logged: the job will retry. Returns false in that case. */
export async function tryRefund(context: Context, refundId: number): Promise<boolean> {
  try {
    await pursueRefund(context, refundId);
    return true;
  } catch (error) {
    context.log.warn({ err: error, refundId }, 'a refund could not be sent yet');
    return false;
  }
}

async function findRefund(context: Context, refundId: number): Promise<RefundRow | undefined> {
  const [refund] = await context.db.select().from(refunds).where(eq(refunds.id, refundId));
  return refund;
}

async function send(context: Context, refund: RefundRow): Promise<void> {
  const { paymentIntentId, amountCents, idemKey } = refund;
  await change(context, refund, { state: 'sent' });
  const answer = await context.gateway.createRefund({ paymentIntentId, amountCents, idemKey });
  if (answer.outcome === 'made') {
    await keepRefunds(context, paymentIntentId, [answer.refund]);
    return;
  }
  await change(context, refund, { state: 'failed', failureReason: answer.reason });
  context.log.error(
    { alarm: 'refund_failed', refundId: refund.id, reason: answer.reason },
    'a refund was refused',
  );
  // Most likely someone has already refunded it at the gateway.
  await mirrorRefunds(context, paymentIntentId);
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
