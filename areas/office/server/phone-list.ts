import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { formatDollars } from '#platform/rules/money.ts';
import { MOST_TODAY_ITEMS } from '#areas/order-book/rules/today.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import { payUntilText } from '#areas/order-book/rules/phone-order.ts';
import type { Context } from '#platform/server/context.ts';
import { checkouts, ENDED_UNPAID } from '#areas/order-book/server/tables/checkouts.ts';
import { phoneOrders } from '#areas/order-book/server/tables/phone-orders.ts';
import { firstOf, type FoundList } from '#areas/office/server/found-list.ts';

/** Phone orders whose places were given back, until someone has seen it or their customer is forgotten. */
export async function listUnpaidPhoneOrders({
  db,
  site,
}: Pick<Context, 'db' | 'site'>): Promise<FoundList> {
  const { timeZone } = (await site.current()).business;
  const rows = await db
    .select({
      id: checkouts.id,
      frozenOrder: checkouts.frozenOrder,
      totalCents: checkouts.totalCents,
      holdUntil: checkouts.holdUntil,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(phoneOrders)
    .innerJoin(checkouts, eq(checkouts.id, phoneOrders.checkoutId))
    .where(
      and(
        inArray(checkouts.state, ENDED_UNPAID),
        isNull(phoneOrders.cancelledAt),
        isNull(phoneOrders.seenAt),
        isNull(checkouts.purgedAt),
      ),
    )
    .orderBy(asc(checkouts.holdUntil), asc(checkouts.id))
    .limit(MOST_TODAY_ITEMS);
  return firstOf(rows, ({ id, frozenOrder, totalCents, holdUntil }) => ({
    id,
    label: [
      customerName(frozenOrder.customer),
      formatDollars(totalCents),
      `not paid by ${payUntilText(holdUntil.getTime(), timeZone)}`,
    ].join(', '),
    date: null,
    orderId: null,
  }));
}
