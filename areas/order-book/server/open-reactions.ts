import type { OrderItem } from '#areas/order-book/rules/order.ts';
import { openMatters } from '#areas/order-book/server/follow-food.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';

type Eaten = Pick<OrderItem, 'id' | 'personName'> & { meal: { name: string } };

/** In the transaction that stores the report. One for each of these people, of whatever they ate. */
export async function openReactions(
  tx: Transaction,
  { clock }: Pick<Context, 'clock'>,
  orderId: number,
  eaten: readonly Eaten[],
): Promise<void> {
  const matters = [...Map.groupBy(eaten, ({ personName }) => personName)].map(
    ([personName, items]) => {
      const mealName = [...new Set(items.map(({ meal }) => meal.name))].join(', ');
      return {
        kind: 'reaction' as const,
        orderId,
        deliveryId: null,
        itemId: items[0]?.id ?? null,
        personName,
        mealName,
        why: `a reaction to ${mealName}`,
      };
    },
  );
  await openMatters(tx, matters, { now: new Date(clock()) });
}
