import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { MessageState } from '#areas/messages/rules/messages.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import {
  type ShoppingOrderRow,
  shoppingOrders,
} from '#areas/kitchen/server/tables/shopping-orders.ts';
import { messageKey } from '#areas/messages/server/write-message.ts';

/** With what became of its email; null: it was ordered elsewhere. */
export type LastOrder = ShoppingOrderRow & { emailState: MessageState | null };

const SUBJECT = [
  shoppingOrders.supplierId,
  shoppingOrders.arrives,
  shoppingOrders.from,
  shoppingOrders.to,
];

/** The newest for each supplier, arrival day and deliveries, of those that arrive on this day or later. */
export async function loadLastOrders(
  db: Pick<Transaction, 'selectDistinctOn'>,
  from: PlainDate,
): Promise<LastOrder[]> {
  const key = sql`${messageKey('supplier_order', 'email', '')} || ${shoppingOrders.id}`;
  const rows = await db
    .selectDistinctOn(SUBJECT, {
      order: shoppingOrders,
      emailState: messages.state,
    })
    .from(shoppingOrders)
    .leftJoin(messages, eq(messages.dedupeKey, key))
    .where(gte(shoppingOrders.arrives, from))
    .orderBy(...SUBJECT, desc(shoppingOrders.number));
  return rows.map(({ order, emailState }) => ({ ...order, emailState }));
}

/** What was ordered from this supplier for this day, newest first; a day may bring what several weeks need. */
export async function listOrdersOf(
  db: Pick<Transaction, 'select'>,
  { supplierId, arrives }: { supplierId: number; arrives: PlainDate },
): Promise<ShoppingOrderRow[]> {
  return db
    .select()
    .from(shoppingOrders)
    .where(and(eq(shoppingOrders.supplierId, supplierId), eq(shoppingOrders.arrives, arrives)))
    .orderBy(desc(shoppingOrders.number));
}
