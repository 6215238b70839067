/** What happened to deliveries, written down in the transaction in which it happens. */
import { asc, inArray } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Confirmed } from '#areas/order-book/rules/judge-step.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery-status.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import {
  type DeliveryRow,
  type DeliveryEventRow,
  deliveryEvents,
  type FoodBefore,
} from '#areas/order-book/server/tables/deliveries.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { expectedTime, FRESH_NEWS_MS } from '#areas/order-book/rules/expected-time.ts';
import type { Order, OrderDelivery } from '#areas/order-book/rules/order.ts';
import { countStopsBefore, findLastNews } from '#areas/order-book/server/road.ts';

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
