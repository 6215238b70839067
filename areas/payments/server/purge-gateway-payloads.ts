import { and, isNotNull, lt } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { gatewayEvents } from '#areas/order-book/server/tables/gateway-events.ts';

const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

/** Deletes the content of old events, which names customers; that an event came stays known. Returns how many. */
export async function purgeGatewayPayloads({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const purged = await db
    .update(gatewayEvents)
    .set({ payload: null })
    .where(
      and(
        isNotNull(gatewayEvents.payload),
        lt(gatewayEvents.receivedAt, new Date(clock() - KEPT_DAYS * DAY_MS)),
      ),
    )
    .returning({ id: gatewayEvents.id });
  return purged.length;
}
