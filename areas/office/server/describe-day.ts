/** How a day goes, for the card on Today. */
import { and, eq, sql } from 'drizzle-orm';
import type { DayReply, DayWindowReply } from '#areas/office/calls/today.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import type { WallTime } from '#platform/rules/zoned-time.ts';
import { type DeliveryWindow, inTimeOrder } from '#areas/business/rules/delivery-windows.ts';
import { isLate } from '#areas/order-book/rules/today.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { staff as staffTable } from '#platform/server/db/tables/staff.ts';
import { mayDo, recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';
import { rowHasFoodNeeds } from '#areas/order-book/server/item-food.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { people } from '#areas/order-book/server/tables/orders.ts';
import { readPlan } from '#areas/kitchen/server/read-plan.ts';
import { listDueOrders } from '#areas/kitchen/server/list-goods.ts';
import { isGoingOut } from '#areas/order-book/server/open-balances.ts';
import {
  type CountedStops,
  countServed,
  countsOf,
  countStops,
} from '#areas/kitchen/server/count-portions.ts';

export async function describeDay(
  context: Context,
  staff: StaffMember,
  { date, now }: { date: PlainDate; now: WallTime },
): Promise<DayReply> {
  const { db } = context;
  const [stops, portions, drivers, allergies, kitchen] = await Promise.all([
    countStops(db, date),
    countServed(db, { from: date, to: date }),
    listDriversOfDay(db, date),
    countNeedy(db, date),
    mayDo(staff, 'seeDailyPrep') ? readKitchenDay(context, date) : { cooking: [], arriving: [] },
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
    meals: portions.reduce((sum, one) => sum + one.portions, 0),
    allergies,
    ...kitchen,
  };
}

/** What keeps the longest is cooked so many days before it is delivered. */
const COOKED_AHEAD_DAYS = 6;

async function readKitchenDay(
  context: Context,
  date: PlainDate,
): Promise<Pick<DayReply, 'cooking' | 'arriving'>> {
  const [plan, due] = await Promise.all([
    readPlan(context, { from: date, to: addDays(date, COOKED_AHEAD_DAYS), forecast: 'off' }),
    listDueOrders(context.db, date),
  ]);
  const done = plan.batches.filter(({ state }) => state === 'done');
  const cooked = [...plan.cookings, ...done].filter(({ cookDate }) => cookDate === date);
  return {
    cooking: byName(
      cooked.map(({ componentId }) => plan.book.components.get(componentId ?? 0)?.name ?? ''),
    ),
    arriving: byName(due.filter(({ arrives }) => arrives === date).map(({ supplier }) => supplier)),
  };
}

function byName(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name !== '').toSorted(compareText);
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
      firstName: staffTable.firstName,
      lastName: staffTable.lastName,
      email: staffTable.email,
      stops: sql<number>`count(*)::int`,
    })
    .from(deliveries)
    .innerJoin(staffTable, eq(staffTable.id, deliveries.driverId))
    .where(isOnItsWay(date))
    .groupBy(deliveries.window, staffTable.id)
    .orderBy(deliveries.window, staffTable.firstName, staffTable.id);
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
  return and(eq(deliveries.date, date), isGoingOut());
}
