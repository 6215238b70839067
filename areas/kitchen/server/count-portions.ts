import { and, between, eq, exists, inArray, isNull, or, sql } from 'drizzle-orm';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { countByStatus, type DeliveryCounts } from '#areas/delivery/rules/driver-reports.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type GivenValues, prepared } from '#platform/server/db/prepared.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders, people } from '#areas/order-book/server/tables/orders.ts';
import { isHeldBack, isToCook } from '#areas/order-book/rules/kitchen-bag.ts';
import type { FreshFacts } from '#areas/needs/rules/gate/fits-diet.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import { listOrdersThatMayHold } from '#areas/order-book/server/holds.ts';
import { isGoingOut } from '#areas/order-book/server/open-balances.ts';
import { rowHasFoodNeeds } from '#areas/order-book/server/item-food.ts';

type OfDay = GivenValues<{ date: PlainDate }>;

export type CountedMeal = {
  mealId: number;
  date: PlainDate;
  window: DeliveryWindow;
  portions: number;
};

export function countServed(
  db: Pick<Transaction, 'select'>,
  { from, to }: { from: PlainDate; to: PlainDate },
): Promise<CountedMeal[]> {
  return db
    .select({
      mealId: orderItems.mealId,
      date: deliveries.date,
      window: deliveries.window,
      portions: sql<number>`count(*)::int`,
    })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .where(and(between(deliveries.date, from, to), isNull(deliveries.madeOn), isGoingOut()))
    .groupBy(orderItems.mealId, deliveries.date, deliveries.window)
    .orderBy(orderItems.mealId, deliveries.date, deliveries.window);
}

export async function countGiftCards(db: Database, date: PlainDate): Promise<number> {
  const [found] = await selectGiftCards(db, { date });
  return found?.count ?? 0;
}

const selectGiftCards = prepared((db, { date }: OfDay) =>
  db
    .select({ count: sql<number>`count(*)::int` })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(
      and(
        isLeaving(date),
        sql`${orders.recipient} ->> 'message' <> ''`,
        sql`not exists (select from deliveries earlier
          where earlier.order_id = ${deliveries.orderId} and earlier.status <> 'cancelled'
          and (earlier.date, earlier.time_slot) < (${deliveries.date}, ${deliveries.window}))`,
      ),
    ),
);

export type CountedStops = { window: DeliveryWindow; status: DeliveryStatus; count: number };

export function countStops(db: Database, date: PlainDate): Promise<CountedStops[]> {
  return selectStops(db, { date });
}

const selectStops = prepared((db, { date }: OfDay) =>
  db
    .select({
      window: deliveries.window,
      status: deliveries.status,
      count: sql<number>`count(*)::int`,
    })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(isLeaving(date))
    .groupBy(deliveries.window, deliveries.status),
);

export function countsOf(stops: readonly CountedStops[]): DeliveryCounts {
  const counts = countByStatus([]);
  for (const { status, count } of stops) if (status !== 'cancelled') counts[status] = count;
  return counts;
}

export async function listHeld(
  db: Database,
  date: PlainDate,
  facts: FreshFacts,
): Promise<{ window: DeliveryWindow; mealId: number }[]> {
  const orderIds = await listOrdersThatMayHold(db, date, facts);
  if (orderIds.length === 0) return [];
  const bags = (await listBags(db, { date, orderIds }, facts)).filter(isToCook);
  return bags.flatMap(({ window, items }) =>
    items.filter(isHeldBack).map(({ mealId }) => ({ window, mealId })),
  );
}

/** Orders of a day with instructions, or with someone who has food needs: what is special is among them. */
export async function listOrdersWithNotes(db: Database, date: PlainDate): Promise<number[]> {
  const needy = db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.orderId, orders.id), rowHasFoodNeeds()));
  const ofDay = db.select({ id: deliveries.orderId }).from(deliveries).where(isLeaving(date));
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        inArray(orders.id, ofDay),
        or(sql`btrim(${orders.specialInstructions}) <> ''`, exists(needy)),
      ),
    );
  return rows.map(({ id }) => id);
}

function isLeaving(date: PlainDate | OfDay['date']) {
  return and(eq(deliveries.date, date), isGoingOut());
}
