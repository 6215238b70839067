/** The photos that belong to an order's deliveries. server/deliveries stores them. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#platform/server/db/client.ts';
import {
  deliveries,
  deliveryEvents,
  deliveryPhotos,
} from '#areas/order-book/server/tables/deliveries.ts';
import { NotFound } from '#platform/server/errors.ts';

/** The keys of the reports of these deliveries that have a photo. */
export async function listPhotographed(
  db: Database,
  deliveryIds: readonly number[],
): Promise<Set<string>> {
  if (deliveryIds.length === 0) return new Set();
  const rows = await db
    .select({ key: deliveryEvents.key })
    .from(deliveryPhotos)
    .innerJoin(deliveryEvents, eq(deliveryEvents.id, deliveryPhotos.eventId))
    .where(inArray(deliveryEvents.deliveryId, [...deliveryIds]));
  return new Set(rows.flatMap(({ key }) => key ?? []));
}

/** JPEG. Throws NotFound, also for a photo of another order than the one that is named. */
export async function getDeliveryPhoto(
  db: Database,
  { key, orderId }: { key: string; orderId?: number },
): Promise<Buffer> {
  const [found] = await db
    .select({ bytes: deliveryPhotos.bytes })
    .from(deliveryPhotos)
    .innerJoin(deliveryEvents, eq(deliveryEvents.id, deliveryPhotos.eventId))
    .innerJoin(deliveries, eq(deliveries.id, deliveryEvents.deliveryId))
    .where(
      and(
        eq(deliveryEvents.key, key),
        orderId === undefined ? undefined : eq(deliveries.orderId, orderId),
      ),
    );
  if (!found) throw new NotFound('This photo');
  return found.bytes;
}
