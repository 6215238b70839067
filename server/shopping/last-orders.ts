import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { MessageState } from '#domain/messages/messages.ts';
import type { Transaction } from '#server/db/client.ts';
import { messages } from '#server/db/schema/operation/messages.ts';
import {
  type ShoppingOrderRow,
  shoppingOrders,
} from '#server/db/schema/production/shopping-orders.ts';
import { messageKey } from '#server/outbox/write-message.ts';

/** With what became of its email; null: it was ordered elsewhere. */
export type LastOrder = ShoppingOrderRow & { emailState: MessageState | null };

/** The newest for each supplier and arrival day, of those that arrive on this day or later. */
export async function loadLastOrders(
  db: Pick<Transaction, 'selectDistinctOn'>,
  from: PlainDate,
): Promise<LastOrder[]> {
  const key = sql`${messageKey('supplier_order', 'email', '')} || ${shoppingOrders.id}`;
  const rows = await db
    .selectDistinctOn([shoppingOrders.supplierId, shoppingOrders.arrives], {
      order: shoppingOrders,
      emailState: messages.state,
    })
    .from(shoppingOrders)
    .leftJoin(messages, eq(messages.dedupeKey, key))
    .where(gte(shoppingOrders.arrives, from))
    .orderBy(shoppingOrders.supplierId, shoppingOrders.arrives, desc(shoppingOrders.number));
  return rows.map(({ order, emailState }) => ({ ...order, emailState }));
}

/** What was ordered last from this supplier for this day; null: nothing yet. */
export async function findLastOrder(
  db: Pick<Transaction, 'select'>,
  { supplierId, arrives }: { supplierId: number; arrives: PlainDate },
): Promise<ShoppingOrderRow | null> {
  const [row] = await db
    .select()
    .from(shoppingOrders)
    .where(and(eq(shoppingOrders.supplierId, supplierId), eq(shoppingOrders.arrives, arrives)))
    .orderBy(desc(shoppingOrders.number))
    .limit(1);
  return row ?? null;
}
