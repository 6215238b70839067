/** Somebody's food may have harmed them: what they are still to get is on hold until the office knows what it was. */
import { and, eq, inArray, isNull, max, sql } from 'drizzle-orm';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import type { OrderDelivery, OrderToCook } from '#areas/order-book/rules/order.ts';
import { deliveryEvents } from '#areas/order-book/server/tables/delivery-events.ts';
import { foodMatters } from '#areas/order-book/server/tables/food-matters.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';

type Asked = Pick<OrderToCook, 'customer' | 'deliveries'>;

/**
 * Of all orders of that email: what was delivered before it was reported has been eaten, or is called about. What arrives
 * with the driver's note of it has not.
 */
export async function findReactions(
  db: Database | Transaction,
  all: readonly Asked[],
): Promise<(order: Asked, delivery: OrderDelivery) => FoodQuestion[]> {
  const emailOf = ({ customer }: Asked) => customer.email.toLowerCase();
  const emails = [...new Set(all.map(emailOf))].filter((email) => email !== '');
  if (emails.length === 0) return () => [];
  const email = sql<string>`lower(${orders.email})`;
  const open = await db
    .select({ matter: foodMatters, email })
    .from(foodMatters)
    .innerJoin(orders, eq(orders.id, foodMatters.orderId))
    .where(
      and(eq(foodMatters.kind, 'reaction'), isNull(foodMatters.settledAt), inArray(email, emails)),
    )
    .orderBy(foodMatters.id);
  if (open.length === 0) return () => [];
  const delivered = await findDelivered(db, all);
  return (order, { id, status }) => {
    const at = delivered.get(id) ?? -Infinity;
    return open
      .filter((one) => one.email === emailOf(order))
      .filter(({ matter }) => status !== 'delivered' || at >= matter.openedAt.getTime())
      .map(({ matter: { personName, why } }) => ({
        quote: why,
        person: personName,
        kind: 'reaction',
        allergens: [],
        words: [],
        severe: true,
        holds: true,
      }));
  };
}

/** When we heard last that each of these deliveries arrived. */
async function findDelivered(
  db: Database | Transaction,
  all: readonly Asked[],
): Promise<Map<number, number>> {
  const ids = all.flatMap(({ deliveries }) =>
    deliveries.filter(({ status }) => status === 'delivered').map(({ id }) => id),
  );
  const rows = await db
    .select({ id: deliveryEvents.deliveryId, at: max(deliveryEvents.receivedAt) })
    .from(deliveryEvents)
    .where(
      and(
        inArray(deliveryEvents.deliveryId, ids),
        eq(deliveryEvents.status, 'delivered'),
        eq(deliveryEvents.isDecisive, true),
      ),
    )
    .groupBy(deliveryEvents.deliveryId);
  return new Map(rows.map(({ id, at }) => [id, at?.getTime() ?? -Infinity]));
}
