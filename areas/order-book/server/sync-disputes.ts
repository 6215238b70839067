import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { DISPUTE_STATUSES, isOpenDispute } from '#platform/rules/dispute-status.ts';
import { sumCents } from '#platform/rules/money.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { disputes, payments, ledgerEntries } from '#areas/order-book/server/tables/payments.ts';
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
  const changed = await context.db.transaction(async (tx) => {
    const orderId = await findOrder(tx, paymentIntentId);
    const dueBy = news.dueBy === null ? null : new Date(news.dueBy);
    const updatedAt = new Date(context.clock());
    const known = { paymentIntentId, orderId, amountCents, reason, status, dueBy, updatedAt };
    const [before] = await tx.select().from(disputes).where(eq(disputes.id, id));
    const isLateNews = isOpenDispute(status) && !status.startsWith('appeal_');
    const kept = await tx
      .insert(disputes)
      .values({ id, ...known, createdAt: new Date(news.createdAt) })
      .onConflictDoUpdate({
        target: disputes.id,
        set: known,
        setWhere: or(inArray(disputes.status, OPEN_STATUSES), isLateNews ? sql`false` : sql`true`),
      })
      .returning({ id: disputes.id });
    if (kept.length === 0 || (before?.status === status && before.orderId === orderId)) return null;
    if (orderId !== null && paymentIntentId !== null)
      await enterInLedger(tx, { ...news, orderId, paymentIntentId }, updatedAt);
    return { orderId };
  });
  if (!changed) return false;
  const { orderId } = changed;
  context.log.error(
    { alarm: 'dispute', disputeId: id, orderId, status },
    'a customer disputes a payment',
  );
  return true;
}

/** What a bank took stands in the ledger, and stands in it again when it gives it back. */
async function enterInLedger(
  tx: Transaction,
  {
    id,
    status,
    amountCents,
    orderId,
    paymentIntentId,
  }: GatewayDispute & { orderId: number; paymentIntentId: string },
  createdAt: Date,
): Promise<void> {
  // Until it is decided, also about an appeal, the money stays where it is.
  if (isOpenDispute(status)) return;
  const entries = await tx
    .select({ cents: ledgerEntries.amountCents })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.paymentIntentId, paymentIntentId),
        sql`split_part(${ledgerEntries.gatewayId}, ':', 1) = ${id}`,
      ),
    );
  const cents = (status === 'lost' ? -amountCents : 0) - sumCents(entries.map((one) => one.cents));
  if (cents === 0) return;
  await tx.insert(ledgerEntries).values({
    kind: cents < 0 ? 'dispute_taken' : 'dispute_returned',
    amountCents: cents,
    gatewayId: `${id}:${entries.length + 1}`,
    orderId,
    paymentIntentId,
    createdAt,
  });
}

async function findOrder(tx: Transaction, paymentIntentId: string | null): Promise<number | null> {
  if (paymentIntentId === null) return null;
  // Two reports of one dispute take turns.
  const [payment] = await tx
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(eq(payments.paymentIntentId, paymentIntentId))
    .for('no key update');
  return payment?.orderId ?? null;
}
