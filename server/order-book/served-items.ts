import { asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { deliveries } from '#server/db/schema/orders/deliveries.ts';
import { orderItems } from '#server/db/schema/orders/order-items.ts';
import { people } from '#server/db/schema/orders/people.ts';

export type ServedItem = {
  delivery: typeof deliveries.$inferSelect;
  item: typeof orderItems.$inferSelect;
  personName: string;
};

/** What some orders hold: delivery by delivery, person by person, as it is eaten. */
export function listServedItems(db: Database, orderIds: readonly number[]): Promise<ServedItem[]> {
  return db
    .select({ delivery: deliveries, item: orderItems, personName: people.name })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .innerJoin(people, eq(people.id, orderItems.personId))
    .where(inArray(orderItems.orderId, [...orderIds]))
    .orderBy(
      asc(deliveries.date),
      asc(deliveries.window),
      asc(people.position),
      asc(orderItems.mealDate),
      // Lunch comes after dinner in the alphabet, but before it on the table.
      asc(eq(orderItems.mealType, 'dinner')),
    );
}
