/** How a day goes, for the card on Today. */
import { and, eq, ne, not, sql } from 'drizzle-orm';
import type { DayReply, DayWindowReply } from '#areas/office/calls/today.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { WallTime } from '#platform/rules/zoned-time.ts';
import { type DeliveryWindow, inTimeOrder } from '#areas/business/rules/delivery-windows.ts';
import { isLate } from '#areas/order-book/rules/today.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { recordedName } from '#platform/server/sign-in-port.ts';
import { rowHasFoodNeeds } from '#areas/order-book/server/item-food.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { people } from '#areas/order-book/server/tables/orders.ts';
import { waitsForDecision } from '#areas/order-book/server/open-balances.ts';
import {
  type CountedStops,
  countPortions,
  countsOf,
  countStops,
} from '#areas/kitchen/server/count-portions.ts';

export async function describeDay(
  { db }: Pick<Context, 'db'>,
  date: PlainDate,
  now: WallTime,
): Promise<DayReply> {
  const [stops, portions, drivers, allergies] = await Promise.all([
    countStops(db, date),
    countPortions(db, date),
    listDriversOfDay(db, date),
    countNeedy(db, date),
  ]);
  return {
    date,
    windows: inTimeOrder(stops.map(({ window }) => window))
      .map((timeSlot) =>
        describeWindow(
          timeSlot,
          stops.filter(({ window }) => window === timeSlot),
          { date, now, drivers: drivers.filter(({ window }) => window === timeSlot) },
        ),
      )
      .filter(({ stops: count }) => count > 0),
    meals: portions.reduce((sum, { count }) => sum + count, 0),
    allergies,
  };
}

type Driven = { name: string; stops: number };

function describeWindow(
  timeSlot: DeliveryWindow,
  stops: readonly CountedStops[],
  { date, now, drivers }: { date: PlainDate; now: WallTime; drivers: readonly Driven[] },
): DayWindowReply {
  return {
    timeSlot,
    stops: countOf(stops),
    late: countOf(stops.filter((those) => isLate({ ...those, date }, now))),
    counts: countsOf(stops),
    drivers: drivers.map(({ name, stops: number }) => ({ name, stops: number })),
  };
}

function countOf(stops: readonly CountedStops[]): number {
  return stops.reduce((sum, { count }) => sum + count, 0);
}

async function listDriversOfDay(db: Database, date: PlainDate) {
  const rows = await db
    .select({
      window: deliveries.window,
      firstName: staff.firstName,
      lastName: staff.lastName,
      email: staff.email,
      stops: sql<number>`count(*)::int`,
    })
    .from(deliveries)
    .innerJoin(staff, eq(staff.id, deliveries.driverId))
    .where(isOnItsWay(date))
    .groupBy(deliveries.window, staff.id)
    .orderBy(deliveries.window, staff.firstName, staff.id);
  return rows.map(({ window, stops, ...driver }) => ({
    window,
    stops,
    name: recordedName(driver),
  }));
}

/** People of the day's bags with allergies, a diet or a note. */
async function countNeedy(db: Database, date: PlainDate): Promise<number> {
  const [found] = await db
    .select({ count: sql<number>`count(distinct ${people.id})::int` })
    .from(orderItems)
    .innerJoin(people, eq(people.id, orderItems.personId))
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .where(and(isOnItsWay(date), rowHasFoodNeeds()));
  return found?.count ?? 0;
}

function isOnItsWay(date: PlainDate) {
  return and(
    eq(deliveries.date, date),
    ne(deliveries.status, 'cancelled'),
    not(waitsForDecision()),
  );
}
