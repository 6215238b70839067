/** A reaction that someone reports: staff call, and `find-reactions.ts` holds what is ahead until they know what it was. */
import { asc, eq, inArray } from 'drizzle-orm';
import { whoReacted } from '#areas/needs/rules/food-notes/tells-of-reaction.ts';
import type { OrderItem } from '#areas/order-book/rules/order.ts';
import { openMatters } from '#areas/order-book/server/follow-food.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { people } from '#areas/order-book/server/tables/orders.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';

type Eaten = Pick<OrderItem, 'id' | 'personName'> & {
  /** Null: nobody says which. */
  meal: { name: string } | null;
};

/** In the transaction that stores the report. One for each of these people, of whatever they ate. */
export async function openReactions(
  tx: Transaction,
  { clock }: Pick<Context, 'clock'>,
  orderId: number,
  eaten: readonly Eaten[],
): Promise<void> {
  const matters = [...Map.groupBy(eaten, ({ personName }) => personName)].map(
    ([personName, items]) => {
      const mealName = [...new Set(items.flatMap(({ meal }) => meal?.name ?? []))].join(', ');
      return {
        kind: 'reaction' as const,
        orderId,
        deliveryId: null,
        itemId: items[0]?.id ?? null,
        personName,
        mealName,
        why: mealName === '' ? 'a reaction' : `a reaction to ${mealName}`,
      };
    },
  );
  await openMatters(tx, matters, { now: new Date(clock()) });
}

/**
 * In the transaction that stores a note of staff or of a driver about these orders of one customer. It says nothing of
 * meals: one for each person it is about, in the first order that they eat in.
 */
export async function openNotedReactions(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  orderIds: readonly number[],
  texts: readonly string[],
): Promise<void> {
  const all = await tx
    .select({ id: orderItems.id, orderId: orderItems.orderId, personName: people.name })
    .from(orderItems)
    .innerJoin(people, eq(people.id, orderItems.personId))
    .where(inArray(orderItems.orderId, [...orderIds]))
    .orderBy(asc(orderItems.id));
  const names = [...new Set(all.map(({ personName }) => personName))];
  const reacted = new Set(texts.flatMap((text) => whoReacted(text, names)));
  for (const [orderId, items] of Map.groupBy(all, (item) => item.orderId)) {
    const theirs = items.filter(({ personName }) => reacted.has(personName));
    for (const { personName } of theirs) reacted.delete(personName);
    await openReactions(
      tx,
      context,
      orderId,
      theirs.map((item) => ({ ...item, meal: null })),
    );
  }
}
