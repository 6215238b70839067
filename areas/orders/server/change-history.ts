/** Every change of an order, in words, with what was paid or went back: for its customer and for staff. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import {
  type OrderChangeRow,
  orderChanges,
} from '#areas/order-book/server/tables/order-changes.ts';

type MadeChange = Pick<
  OrderChangeRow,
  'orderId' | 'changedBy' | 'staffEmail' | 'fromVersion' | 'totalCents'
> & {
  what: readonly string[];
  refundCents?: number;
  at: Instant;
  /** For one that waited for its payment; null: it took effect at once. */
  changeId: string | null;
};

/** In the transaction of the change. Returns its id. */
export async function recordOrderChange(
  tx: Transaction,
  { at, what, changeId, ...made }: MadeChange,
): Promise<string> {
  const words = [...what];
  const [row] = changeId
    ? await tx
        .update(orderChanges)
        .set({ what: words, totalCents: made.totalCents, ...ending('applied', at) })
        .where(eq(orderChanges.id, changeId))
        .returning({ id: orderChanges.id })
    : await tx
        .insert(orderChanges)
        .values({ ...made, what: words, ...ending('applied', at), createdAt: new Date(at) })
        .returning({ id: orderChanges.id });
  if (!row) throw new Error('the change of the order was not stored');
  return row.id;
}

/** What was to be changed names people: it goes with the waiting. */
export function ending(state: 'applied' | 'ended' | 'refused', at: Instant) {
  return { state, settledAt: new Date(at), waiting: null, contentHash: null };
}

export async function setChangeMoney(
  tx: Transaction,
  changeId: string,
  money: { paidCents: number; refundCents: number },
): Promise<void> {
  await tx.update(orderChanges).set(money).where(eq(orderChanges.id, changeId));
}

/** Those that were made or refused, oldest first. */
export async function listOrderChanges(db: Database, orderId: number): Promise<OrderChangeRow[]> {
  return db
    .select()
    .from(orderChanges)
    .where(
      and(eq(orderChanges.orderId, orderId), inArray(orderChanges.state, ['applied', 'refused'])),
    )
    .orderBy(asc(orderChanges.settledAt), asc(orderChanges.createdAt));
}
