import { eq, inArray, or, sql } from 'drizzle-orm';
import { DISPUTE_STATUSES, isOpenDispute } from '#platform/rules/dispute-status.ts';
import type { Context } from '#platform/server/context.ts';
import { disputes } from '#areas/order-book/server/tables/disputes.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import type { GatewayDispute } from '#platform/server/gateway-port.ts';

const OPEN_STATUSES = DISPUTE_STATUSES.filter(isOpenDispute);

/** Updates our record of a payment's disputes from the gateway. Neither orders nor slots change. Throws Unavailable. */
export async function syncDisputes(context: Context, paymentIntentId: string): Promise<void> {
  for (const dispute of await context.gateway.listDisputes(paymentIntentId)) {
    await upsertDispute(context, dispute);
  }
}

/** True if anything changed. A late reply never reopens a closed dispute; only an appeal does. */
export async function upsertDispute(
  context: Pick<Context, 'db' | 'clock' | 'log'>,
  news: GatewayDispute,
): Promise<boolean> {
  const { id, paymentIntentId, amountCents, reason, status } = news;
  const orderId = await findOrder(context, paymentIntentId);
  const dueBy = news.dueBy === null ? null : new Date(news.dueBy);
  const updatedAt = new Date(context.clock());
  const known = { paymentIntentId, orderId, amountCents, reason, status, dueBy, updatedAt };
  const [before] = await context.db.select().from(disputes).where(eq(disputes.id, id));
  const isLateNews = isOpenDispute(status) && !status.startsWith('appeal_');
  const kept = await context.db
    .insert(disputes)
    .values({ id, ...known, createdAt: new Date(news.createdAt) })
    .onConflictDoUpdate({
      target: disputes.id,
      set: known,
      setWhere: or(inArray(disputes.status, OPEN_STATUSES), isLateNews ? sql`false` : sql`true`),
    })
    .returning({ id: disputes.id });
  if (kept.length === 0 || (before?.status === status && before.orderId === orderId)) return false;
  context.log.error(
    { alarm: 'dispute', disputeId: id, orderId, status },
    'a customer disputes a payment',
  );
  return true;
}

async function findOrder(
  { db }: Pick<Context, 'db'>,
  paymentIntentId: string | null,
): Promise<number | null> {
  if (paymentIntentId === null) return null;
  const [payment] = await db
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(eq(payments.paymentIntentId, paymentIntentId));
  return payment?.orderId ?? null;
}
