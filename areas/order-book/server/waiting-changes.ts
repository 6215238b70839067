import { eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type TopUpRow, orderChanges } from '#areas/order-book/server/tables/order-changes.ts';

/** Whether a change of an order waits for this top-up: neither made nor given up. False where there is no top-up. */
export function paysForWaitingChange(topUpId: AnyPgColumn): SQL<boolean> {
  // Not correlated: the column may stand here without its table's name.
  return sql<boolean>`coalesce(${topUpId} in (
    select waiting.top_up_id from ${orderChanges} waiting where waiting.state = 'waiting'), false)`;
}

/** Whether this top-up is of a change whose places others hold: approved first, and taken once they are its. */
export async function isOnPayment(
  db: Database | Transaction,
  { id }: Pick<TopUpRow, 'id'>,
): Promise<boolean> {
  const [change] = await db
    .select({ waiting: orderChanges.waiting })
    .from(orderChanges)
    .where(eq(orderChanges.topUpId, id));
  return change?.waiting?.toHold !== undefined;
}
