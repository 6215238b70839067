/** Somebody's food may have harmed them: what they are still to get is on hold until the office knows what it was. */
import { and, eq, inArray, max, type SQL, sql } from 'drizzle-orm';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import type { FoodReaction, OrderDelivery, OrderToCook } from '#areas/order-book/rules/order.ts';
import { deliveryEvents } from '#areas/order-book/server/tables/delivery-events.ts';
import { foodMatters } from '#areas/order-book/server/tables/food-matters.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';

type StoredReaction = Omit<FoodReaction, 'openedAt'> & { email: string; openedAt: string };

/** All that are open, which are few, read with the items: an order costs no statement for them. */
export const allOpenReactions: SQL<StoredReaction[] | null> = sql`(
  select jsonb_agg(jsonb_build_object('email', lower(${orders.email}), 'personName', ${foodMatters.personName},
    'why', ${foodMatters.why}, 'openedAt', ${foodMatters.openedAt}) order by ${foodMatters.id})
  from ${foodMatters} join ${orders} on ${orders.id} = ${foodMatters.orderId}
  where ${foodMatters.kind} = 'reaction' and ${foodMatters.settledAt} is null)`;

/** Of all orders of that email. */
export function reactionsOf(email: string, open: readonly StoredReaction[] | null): FoodReaction[] {
  const own = open?.filter((one) => email !== '' && one.email === email.toLowerCase()) ?? [];
  return own.map(({ personName, why, openedAt }) => ({
    personName,
    why,
    openedAt: new Date(openedAt),
  }));
}

type Asked = Pick<OrderToCook, 'reactions' | 'deliveries'>;

/**
 * What was delivered before it was reported has been eaten, or is called about. What arrives with the driver's note of it
 * has not.
 */
export async function findReactions(
  db: Database | Transaction,
  all: readonly Asked[],
): Promise<(order: Asked, delivery: OrderDelivery) => FoodQuestion[]> {
  const delivered = await findDelivered(
    db,
    all.filter(({ reactions }) => reactions.length > 0),
  );
  return ({ reactions }, { id, status }) => {
    const at = delivered.get(id) ?? -Infinity;
    return reactions
      .filter(({ openedAt }) => status !== 'delivered' || at >= openedAt.getTime())
      .map(({ personName, why }) => ({
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
  if (ids.length === 0) return new Map();
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
