import { and, eq, sql } from 'drizzle-orm';
import { captureApproval } from '#areas/checkout/server/capture-approval.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { type CheckoutRow, checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { setStatus } from '#areas/orders/server/change-order-status.ts';
import { DOUBLING_MINUTES, retryWait } from '#platform/rules/retry-wait.ts';
import type { Context } from '#platform/server/context.ts';
import { doDueWork } from '#platform/server/queue/do-due-work.ts';
import type { DueWork } from '#platform/server/queue/due-work.ts';

const MINUTE_MS = 60_000;
const SILENT_AFTER = 3;

/** Orders that were made on a bank's approval: whoever made one takes its money at once, this what was interrupted. */
export const captureWork: DueWork<CheckoutRow, Context, 'captured' | 'ended'> = {
  table: checkouts,
  isOpen: eq(checkouts.state, 'approved'),
  isGivenUp: sql`false`,
  since: checkouts.approvedUntil,
  order: [checkouts.approvedUntil, checkouts.id],
  claimMs: MINUTE_MS,
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
  const results = await doDueWork(context, captureWork, { stopAfterSilent: SILENT_AFTER });
  const captured = results.filter(({ is }) => is === 'captured').length;
  const ended = results.filter(({ is }) => is === 'ended').length;
  return { captured, waiting: results.length - captured - ended };
}

/** Its money will never come: the order is cancelled, its places are free, and whoever ordered is told. */
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
    // Cancelled by somebody before its money was taken: they were told.
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
