/** Photos of where bags were left: stored, and deleted when they have served their purpose. */
import { eq, lt } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { deliveryEvents } from '#areas/order-book/server/tables/delivery-events.ts';
import { deliveryPhotos } from '#areas/order-book/server/tables/delivery-photos.ts';
import { NotFound } from '#platform/server/errors.ts';
import { encodePhoto } from '#areas/menu/server/private-photo.ts';

const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Binds a photo to the report with this key, without the place and camera that a phone writes into it. Sent twice, the
 * first one stays. Throws NotFound, and InvalidRequest for what is not a picture.
 */
export async function storeDeliveryPhoto(
  context: Pick<Context, 'db' | 'clock'>,
  { key, sent }: { key: string; sent: Buffer },
): Promise<void> {
  const [event] = await context.db
    .select({ id: deliveryEvents.id })
    .from(deliveryEvents)
    .where(eq(deliveryEvents.key, key));
  if (!event) throw new NotFound('The report of this photo');
  const bytes = await encodePhoto(sent);
  await context.db
    .insert(deliveryPhotos)
    .values({ eventId: event.id, bytes, createdAt: new Date(context.clock()) })
    .onConflictDoNothing();
}

export async function purgeDeliveryPhotos({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await db
    .delete(deliveryPhotos)
    .where(lt(deliveryPhotos.createdAt, new Date(clock() - KEPT_DAYS * DAY_MS)));
}
