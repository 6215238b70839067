/** What was last heard of each delivery of an order, for the pages of whoever pays and of whom the food goes to. */
import type { Instant } from '#platform/rules/zoned-time.ts';
import { expectedTime, FRESH_NEWS_MS } from '#areas/order-book/rules/expected-time.ts';
import type { Order, OrderDelivery } from '#areas/order-book/rules/order.ts';
import type { Database } from '#platform/server/db/client.ts';
import { listDeliveryEvents } from '#areas/order-book/server/delivery-events.ts';
import { countStopsBefore, findLastNews } from '#areas/order-book/server/road.ts';

/** Times are ISO text. */
export type RoadNews = {
  /** Of its state as it is; null: nothing happened yet. `key`: of the driver's report. */
  news: { at: string; place: string; reason: string; key: string | null } | null;
  /** Of one on the road: when to expect it, and how many stops come first. */
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
