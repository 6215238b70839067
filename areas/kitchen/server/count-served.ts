/** How many portions of each meal go out on which day: counted by the database, as quick for a year as for a week. */
import { and, between, eq, isNull, ne, not, sql } from 'drizzle-orm';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { waitsForDecision } from '#areas/order-book/server/waits-for-decision.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';

type Reader = Pick<Transaction, 'select'>;

export type CountedMeal = { mealId: number; date: PlainDate; portions: number };

/** What is cooked for these delivery dates: as `isToCook` says, in SQL. */
export function countServed(
  db: Reader,
  { from, to }: { from: PlainDate; to: PlainDate },
): Promise<CountedMeal[]> {
  return db
    .select({
      mealId: orderItems.mealId,
      date: deliveries.date,
      portions: sql<number>`count(*)::int`,
    })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .where(
      and(
        between(deliveries.date, from, to),
        ne(deliveries.status, 'cancelled'),
        isNull(deliveries.madeOn),
        not(waitsForDecision()),
      ),
    )
    .groupBy(orderItems.mealId, deliveries.date)
    .orderBy(orderItems.mealId, deliveries.date);
}
