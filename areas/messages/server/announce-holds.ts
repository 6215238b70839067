import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { NewMatter } from '#areas/order-book/server/find-matters.ts';
import { isHold } from '#areas/order-book/rules/food-matters.ts';
import { writeToStaff } from '#areas/messages/server/write-to-staff.ts';

/**
 * Emails every active member of staff that food concerns people who have paid. It names none of them. `change`: what changed;
 * left out, what holds the meals.
 */
export async function announceHolds(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  matters: readonly NewMatter[],
  { about, change = holdsOf(matters) }: { about: string; change?: string },
): Promise<void> {
  if (matters.length === 0) return;
  await writeToStaff(tx, context, null, {
    kind: 'recipe_alert',
    about,
    facts: { recipe: { change, ...countConcerned(matters) } },
  });
}

/** "Butter Chicken: contains ALMOND". */
function holdsOf(matters: readonly NewMatter[]): string {
  return [...new Set(matters.map(({ mealName, why }) => `${mealName}: ${why}`))].join('; ');
}

type Concerned = Pick<NewMatter, 'kind' | 'orderId' | 'deliveryId' | 'personName'>;

/** "This concerns 2 people in 3 deliveries": people of different orders are different people. */
export function countConcerned(matters: readonly Concerned[]): {
  people: number;
  deliveries: number;
  stops: number;
} {
  return {
    people: new Set(matters.map(({ orderId, personName }) => `${orderId} ${personName}`)).size,
    deliveries: new Set(matters.map(({ deliveryId }) => deliveryId)).size,
    stops: matters.filter(({ kind }) => isHold(kind)).length,
  };
}
