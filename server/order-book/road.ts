/** Where a run is, as far as we know: by what was reported of its stops. */
import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import type { Instant } from '#domain/calendar/zoned-time.ts';
import type { SlotKey } from '#domain/delivery/delivery-slots.ts';
import type { Database, Transaction } from '#server/db/client.ts';
import { deliveries } from '#server/db/schema/orders/deliveries.ts';
import { deliveryEvents } from '#server/db/schema/orders/delivery-events.ts';

const STILL_OPEN = ['planned', 'cooked', 'packed', 'out'] as const;
const ON_THE_ROAD = ['out', 'delivered', 'missed'] as const;

/** Stops of the run with a lower number that are still open. Never whose they are. */
export async function countStopsBefore(
  db: Database | Transaction,
  { date, window, stop }: SlotKey & { stop: number | null },
): Promise<number> {
  if (stop === null) return 0;
  return db.$count(
    deliveries,
    and(
      eq(deliveries.date, date),
      eq(deliveries.window, window),
      lt(deliveries.stop, stop),
      inArray(deliveries.status, [...STILL_OPEN]),
    ),
  );
}

/** When something was last heard of the run on the road; null: nothing yet. */
export async function findLastNews(
  db: Database | Transaction,
  { date, window }: SlotKey,
): Promise<Instant | null> {
  const [last] = await db
    .select({ at: deliveryEvents.at })
    .from(deliveryEvents)
    .where(
      and(
        eq(deliveryEvents.date, date),
        eq(deliveryEvents.window, window),
        inArray(deliveryEvents.status, [...ON_THE_ROAD]),
      ),
    )
    .orderBy(desc(deliveryEvents.at))
    .limit(1);
  return last?.at.getTime() ?? null;
}
