import { asc, eq } from 'drizzle-orm';
import type { Database } from '#platform/server/db/client.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { documentMarks } from '#areas/order-book/server/tables/documents.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

const AT_ONCE = 500;

/** Anyone who changed what an order costs, its documents are there within a minute; and before anyone reads a list of them. */
export async function issueMarkedDocuments(db: Database): Promise<void> {
  for (;;) {
    const marked = await db
      .selectDistinct({ orderId: documentMarks.orderId })
      .from(documentMarks)
      .innerJoin(orders, eq(orders.id, documentMarks.orderId))
      .orderBy(asc(documentMarks.orderId))
      .limit(AT_ONCE);
    for (const { orderId } of marked)
      await db.transaction((tx) => lockOrder(tx, orderId, undefined));
    if (marked.length < AT_ONCE) return;
  }
}
