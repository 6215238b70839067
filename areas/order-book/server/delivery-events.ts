/** What happened to deliveries, written down in the transaction in which it happens. */
import { asc, inArray, and, desc, eq, lt, or } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Confirmed } from '#areas/order-book/rules/judge-step.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import {
  type DeliveryRow,
  type DeliveryEventRow,
  deliveryEvents,
  type FoodBefore,
  deliveries as deliveryTable,
  deliveryPhotos,
} from '#areas/order-book/server/tables/deliveries.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { expectedTime, FRESH_NEWS_MS } from '#areas/order-book/rules/expected-time.ts';
import type { Order, OrderDelivery } from '#areas/order-book/rules/order.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { NotFound } from '#platform/server/errors.ts';

export type NewDeliveryEvent = {
  /** As it was before. */
  delivery: Pick<DeliveryRow, 'id' | 'status' | 'date' | 'window'>;
  status: DeliveryStatus;
  isDecisive: boolean;
  at: Instant;
  /** Omitted: yes. */
  isTimeKnown?: boolean | undefined;
  receivedAt: Instant;
  /** Null: the system, or the customer. */
  staff: StaffMember | null;
  key?: string | undefined;
  changeId: string;
  undoes?: number;
  corrects?: number | undefined;
  reason?: string;
  place?: string;
  note?: string;
  confirmed?: Confirmed[];
  foodBefore?: FoodBefore | null;
  deviceId?: string | undefined;
};

/** Their ids, in the sequence given. */
export async function recordDeliveryEvents(
  tx: Transaction,
  events: readonly NewDeliveryEvent[],
): Promise<number[]> {
  if (events.length === 0) return [];
  const rows = await tx
    .insert(deliveryEvents)
    .values(
      events.map(({ delivery, staff, at, receivedAt, ...event }) => ({
        ...event,
        deliveryId: delivery.id,
        statusBefore: delivery.status,
        date: delivery.date,
        window: delivery.window,
        at: new Date(at),
        receivedAt: new Date(receivedAt),
        staffId: staff?.id ?? null,
        staffName: staff && `${staff.firstName} ${staff.lastName}`,
      })),
    )
    .returning({ id: deliveryEvents.id });
  return rows.map(({ id }) => id);
}

/** For these deliveries, in the sequence in which we heard of them. */
export async function listDeliveryEvents(
  db: Database | Transaction,
  deliveryIds: readonly number[],
): Promise<DeliveryEventRow[]> {
  if (deliveryIds.length === 0) return [];
  return db
    .select()
    .from(deliveryEvents)
    .where(inArray(deliveryEvents.deliveryId, [...deliveryIds]))
    .orderBy(asc(deliveryEvents.id));
}

/** What decided something and was not taken back; the last one stands. */
export function standingOf(events: readonly DeliveryEventRow[]): DeliveryEventRow[] {
  const undone = new Set(events.flatMap(({ undoes }) => undoes ?? []));
  return events.filter(
    ({ id, isDecisive, undoes }) => isDecisive && undoes === null && !undone.has(id),
  );
}

// What was last heard of each delivery of an order, for the pages of anyone who pays and of whom the food goes to.

/** Times are ISO text. */
type RoadNews = {
  /** For its state as it is; null: nothing happened yet. `key`: of the driver's report. */
  news: { at: string; place: string; reason: string; key: string | null } | null;
  /** For one on the road: when to expect it, and how many stops come first. */
  road: { stopsBefore: number; from: string; to: string; newsAt: string; isFresh: boolean } | null;
};

/** One for each delivery. */
export async function listDeliveryNews(
  db: Database,
  { deliveries }: Order,
  { now, timeZone }: { now: Instant; timeZone: string },
): Promise<RoadNews[]> {
  const ids = deliveries.map(({ id }) => id);
  const events = await listDeliveryEvents(db, ids);
  const eventsOf = Map.groupBy(events, ({ deliveryId }) => deliveryId);
  return Promise.all(
    deliveries.map(async (delivery) => {
      const { id, status } = delivery;
      const road = status === 'out' ? await findRoad(db, delivery, now, timeZone) : null;
      const decided = eventsOf.get(id)?.findLast((event) => event.isDecisive);
      if (!decided || decided.status !== status || decided.undoes !== null)
        return { news: null, road };
      const { at, place, reason, key } = decided;
      const why = status === 'missed' ? reason : '';
      return { news: { at: at.toISOString(), place, reason: why, key }, road };
    }),
  );
}

async function findRoad(
  db: Database,
  delivery: OrderDelivery,
  now: Instant,
  timeZone: string,
): Promise<RoadNews['road']> {
  const newsAt = await findLastNews(db, delivery);
  if (newsAt === null) return null;
  const stopsBefore = await countStopsBefore(db, delivery);
  const { from, to } = expectedTime({ ...delivery, newsAt, stopsBefore }, timeZone);
  return {
    stopsBefore,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    newsAt: new Date(newsAt).toISOString(),
    isFresh: now - newsAt <= FRESH_NEWS_MS,
  };
}

// Where a run is, as far as we know: by what was reported of its stops.

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
    deliveryTable,
    and(
      eq(deliveryTable.date, date),
      eq(deliveryTable.window, window),
      lt(deliveryTable.stop, stop),
      inArray(deliveryTable.status, [...STILL_OPEN]),
      driverId === null ? undefined : eq(deliveryTable.driverId, driverId),
    ),
  );
}

async function driverOf(db: Database | Transaction, id: number): Promise<string | null> {
  const [found] = await db
    .select({ driverId: deliveryTable.driverId })
    .from(deliveryTable)
    .where(eq(deliveryTable.id, id));
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
      .select({ id: deliveryTable.id })
      .from(deliveryTable)
      .where(and(eq(deliveryTable.date, date), eq(deliveryTable.driverId, driverId ?? ''))),
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

// The photos that belong to an order's deliveries. server/deliveries stores them.

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
    .innerJoin(deliveryTable, eq(deliveryTable.id, deliveryEvents.deliveryId))
    .where(
      and(
        eq(deliveryEvents.key, key),
        orderId === undefined ? undefined : eq(deliveryTable.orderId, orderId),
      ),
    );
  if (!found) throw new NotFound('This photo');
  return found.bytes;
}
