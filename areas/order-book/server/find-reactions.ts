/** Someone's food may have harmed them: what they are still to get is on hold until the office knows what it was. */
import { and, eq, inArray, max, type SQL, sql } from 'drizzle-orm';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import { peopleHurt } from '#areas/order-book/rules/special-people.ts';
import type { FoodReaction, OrderDelivery, OrderToCook } from '#areas/order-book/rules/order.ts';
import { deliveryEvents } from '#areas/order-book/server/tables/deliveries.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { orders, people } from '#areas/order-book/server/tables/orders.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';

type StoredReaction = Omit<FoodReaction, 'openedAt' | 'others'> & {
  /** The customer's email, in small letters. */
  emails: string[];
  others: string[] | null;
  openedAt: string;
};

/** Null: the order has nobody of that name any more. */
export const othersAtTable: SQL<string[] | null> = sql`(
  select coalesce(jsonb_agg(p.name) filter (where lower(p.name) <> lower(${foodMatters.personName})), '[]')
  from ${people} p where p.order_id = ${foodMatters.orderId}
  having bool_or(lower(p.name) = lower(${foodMatters.personName})))`;

/** All that are open, which are few, read with the items: an order costs no statement for them. */
export const allOpenReactions: SQL<StoredReaction[] | null> = sql`(
  select jsonb_agg(jsonb_build_object('emails', customer_emails(${orders.email}), 'personName', ${foodMatters.personName},
    'others', ${othersAtTable}, 'why', ${foodMatters.why}, 'openedAt', ${foodMatters.openedAt}) order by ${foodMatters.id})
  from ${foodMatters} join ${orders} on ${orders.id} = ${foodMatters.orderId}
  where ${foodMatters.kind} = 'reaction' and ${foodMatters.settledAt} is null)`;

/** For all orders of that customer. */
export function reactionsOf(email: string, open: readonly StoredReaction[] | null): FoodReaction[] {
  const own =
    open?.filter(({ emails }) => email !== '' && emails.includes(email.toLowerCase())) ?? [];
  return own.map(({ personName, others, why, openedAt }) => ({
    personName,
    others: others ?? [],
    why,
    openedAt: new Date(openedAt),
  }));
}

type OrderWithReactions = Pick<OrderToCook, 'id' | 'reactions' | 'deliveries'>;

/**
 * What was delivered before it was reported has been eaten, or is called about. What arrives with the driver's note of it
 * has not.
 */
export async function findReactions(
  db: Database | Transaction,
  all: readonly OrderWithReactions[],
): Promise<(order: OrderWithReactions, delivery: OrderDelivery) => FoodQuestion[]> {
  const reacting = all.filter(({ reactions }) => reactions.length > 0);
  const delivered = await findDelivered(db, reacting);
  const peopleOf = await findPeople(db, reacting);
  return ({ id: orderId, reactions }, { id, status }) => {
    const at = delivered.get(id) ?? -Infinity;
    return reactions
      .filter(({ openedAt }) => status !== 'delivered' || at >= openedAt.getTime())
      .flatMap((reaction) =>
        peopleHurt(reaction, peopleOf.get(orderId) ?? []).map(({ name }) => ({
          quote: reaction.why,
          person: name,
          kind: 'reaction' as const,
          allergens: [],
          words: [],
          severe: true,
          holds: true,
        })),
      );
  };
}

/** All of an order, whatever of it is loaded: the verdict on a portion is the same on every page. */
async function findPeople(db: Database | Transaction, all: readonly OrderWithReactions[]) {
  if (all.length === 0) return new Map<number, { name: string }[]>();
  const rows = await db
    .select({ orderId: people.orderId, name: people.name })
    .from(people)
    .where(
      inArray(
        people.orderId,
        all.map(({ id }) => id),
      ),
    );
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

/** When we heard last that each of these deliveries arrived. */
async function findDelivered(
  db: Database | Transaction,
  all: readonly OrderWithReactions[],
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
