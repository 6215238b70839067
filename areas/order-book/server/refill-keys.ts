import { and, asc, eq, notLike } from 'drizzle-orm';
import type { Database } from '#platform/server/db/client.ts';
import { FORM_OF_SEARCH_TEXT } from '#areas/order-book/rules/order-search.ts';
import { keysOf, orderFacts } from '#areas/order-book/server/order-columns.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

const AT_ONCE = 500;

/** Search text, mailbox and street of orders that another release wrote last: it knows other rules, or none. */
export async function refillKeys(db: Database): Promise<void> {
  for (;;) {
    const stale = await db
      .select()
      .from(orders)
      .where(notLike(orders.searchText, `${FORM_OF_SEARCH_TEXT}%`))
      .orderBy(asc(orders.id))
      .limit(AT_ONCE);
    await Promise.all(
      stale.map((row) =>
        db
          .update(orders)
          .set(keysOf(orderFacts(row)))
          // Not over what somebody has changed since it was read.
          .where(and(eq(orders.id, row.id), eq(orders.version, row.version))),
      ),
    );
    if (stale.length < AT_ONCE) return;
  }
}
