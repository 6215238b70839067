import { eq } from 'drizzle-orm';
import { type Temperature, temperatureOf } from '#areas/order-book/rules/bags.ts';
import { isWarmIn } from '#areas/order-book/rules/warm-portion.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import type { DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import type { Database } from '#platform/server/db/client.ts';

/** How warm a delivery is, where its order is not read whole. */
export async function temperatureOfDelivery(
  db: Database,
  { deliveryPreference }: Pick<OrderRow, 'deliveryPreference'>,
  delivery: Pick<DeliveryRow, 'id' | 'date' | 'window' | 'madeOn'>,
): Promise<Temperature> {
  if (deliveryPreference === 'cold') return 'cold';
  const items = await db
    .select({ mealType: orderItems.mealType, mealDate: orderItems.mealDate })
    .from(orderItems)
    .where(eq(orderItems.deliveryId, delivery.id));
  return temperatureOf(
    items.map((item) => ({ isWarm: isWarmIn(deliveryPreference, delivery, item) })),
  );
}
