import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { orderChanges } from '#areas/order-book/server/tables/order-changes.ts';

/** Whether a change of an order waits for this top-up: neither made nor given up. False where there is no top-up. */
export function paysForWaitingChange(topUpId: AnyPgColumn): SQL<boolean> {
  // Not correlated: the column may stand here without its table's name.
  return sql<boolean>`coalesce(${topUpId} in (
    select waiting.top_up_id from ${orderChanges} waiting where waiting.state = 'waiting'), false)`;
}
