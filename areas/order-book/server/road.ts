/** Where a run is, as far as we know: by what was reported of its stops. */
import { and, desc, eq, inArray, lt, or } from 'drizzle-orm';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { deliveries, deliveryEvents } from '#areas/order-book/server/tables/deliveries.ts';

const STILL_OPEN = ['planned', 'cooked', 'packed', 'out'] as const;
const ON_THE_ROAD = ['out', 'delivered', 'missed'] as const;

/** Stops of its driver in the run with a lower number that are still open. Never whose they are. */
export async function countStopsBefore(
  db: Database | Transaction,
  { id, date, window, stop }: SlotKey & { id: number; stop: number | null },
): Promise<number> {
  if (stop === null) return 0;
  const driverId = await driverOf(db, id);
  return db.$count(
    deliveries,
    and(
      eq(deliveries.date, date),
      eq(deliveries.window, window),
      lt(deliveries.stop, stop),
      inArray(deliveries.status, [...STILL_OPEN]),
      driverId === null ? undefined : eq(deliveries.driverId, driverId),
    ),
  );
}

async function driverOf(db: Database | Transaction, id: number): Promise<string | null> {
  const [found] = await db
    .select({ driverId: deliveries.driverId })
    .from(deliveries)
    .where(eq(deliveries.id, id));
  return found?.driverId ?? null;
}

/** When something was last heard on the road of its driver, or of the run while nobody has it; null: nothing yet. */
export async function findLastNews(
  db: Database | Transaction,
  { id, date, window }: SlotKey & { id: number },
): Promise<Instant | null> {
  const driverId = await driverOf(db, id);
  // The office reports for them, too.
  const isTheirs = inArray(
    deliveryEvents.deliveryId,
    db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(eq(deliveries.date, date), eq(deliveries.driverId, driverId ?? ''))),
  );
  const [last] = await db
    .select({ at: deliveryEvents.at })
    .from(deliveryEvents)
    .where(
      and(
        eq(deliveryEvents.date, date),
        eq(deliveryEvents.window, window),
        inArray(deliveryEvents.status, [...ON_THE_ROAD]),
        driverId === null ? undefined : or(eq(deliveryEvents.staffId, driverId), isTheirs),
      ),
    )
    .orderBy(desc(deliveryEvents.at))
    .limit(1);
  return last?.at.getTime() ?? null;
}

/** When this person last reported from the road on this day, at the door; null: not yet. */
export async function findLastReport(
  db: Database | Transaction,
  staffId: string,
  date: PlainDate,
): Promise<Instant | null> {
  const [last] = await db
    .select({ at: deliveryEvents.at })
    .from(deliveryEvents)
    .where(
      and(
        eq(deliveryEvents.staffId, staffId),
        eq(deliveryEvents.date, date),
        inArray(deliveryEvents.status, [...ON_THE_ROAD]),
      ),
    )
    .orderBy(desc(deliveryEvents.at))
    .limit(1);
  return last?.at.getTime() ?? null;
}
