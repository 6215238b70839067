import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  deliveries,
  type DeliveryRow,
  type FoodBefore,
} from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { cookTicks } from '#areas/order-book/server/tables/packing.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';

/**
 * Keeps for which date its meals were cooked, where a recall looks for them wherever the delivery has gone since, and by
 * which versions: that food stays what it is. What is to be cooked, or cooked again, is food of the present.
 */
export async function markCooked(tx: Transaction, delivery: DeliveryRow): Promise<void> {
  const { id, status, date, madeOn } = delivery;
  if (status === 'cancelled') return;
  const ofDelivery = eq(orderItems.deliveryId, id);
  if (status === 'planned') {
    await tx
      .update(orderItems)
      .set({ cookedFor: null, cookedVersions: [], isThrownOut: false })
      .where(ofDelivery);
    return;
  }
  const cookedFor = madeOn ?? date;
  await tx
    .update(orderItems)
    .set({ cookedFor, cookedVersions: versionsCooked({ ...delivery, date: cookedFor }) })
    .where(and(ofDelivery, isNull(orderItems.cookedFor)));
}

/** What is in its bag, before it is to be cooked again. */
export async function readCooked(
  tx: Transaction,
  { id, madeOn }: Pick<DeliveryRow, 'id' | 'madeOn'>,
): Promise<FoodBefore> {
  const items = await tx
    .select({
      id: orderItems.id,
      cookedFor: orderItems.cookedFor,
      cookedVersions: orderItems.cookedVersions,
      isThrownOut: orderItems.isThrownOut,
    })
    .from(orderItems)
    .where(eq(orderItems.deliveryId, id));
  return { madeOn, items };
}

/** It was not to be cooked again after all: its food is what it was, whatever the meal has become. */
export async function restoreCooked(
  tx: Transaction,
  deliveryId: number,
  { madeOn, items }: FoodBefore,
): Promise<void> {
  await tx.update(deliveries).set({ madeOn }).where(eq(deliveries.id, deliveryId));
  for (const { id, ...food } of items)
    await tx
      .update(orderItems)
      .set(food)
      .where(and(eq(orderItems.id, id), eq(orderItems.deliveryId, deliveryId)));
}

/** Those of the batch by its ticks; without ticks the present one. */
function versionsCooked({ date, window }: Pick<DeliveryRow, 'date' | 'window'>): SQL {
  return sql`coalesce(
    (select array_agg(version order by version) from (
      select ${cookTicks.mealVersion} as version from ${cookTicks}
      where ${cookTicks.date} = ${date} and ${cookTicks.window} = ${window} and ${cookTicks.mealId} = ${orderItems.mealId}
      group by ${cookTicks.mealVersion} having sum(${cookTicks.count}) > 0) batch),
    (select array[${meals.version}] from ${meals} where ${meals.id} = ${orderItems.mealId}))`;
}
