/** The sums that a history of sales is made of, by the database. */
import { and, between, eq, gt, gte, inArray, isNotNull, lt, ne, not, sql } from 'drizzle-orm';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { offeredDays } from '#areas/menu/rules/menu-week.ts';
import { isMealAvailableOn } from '#areas/menu/rules/meal-availability.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { mealDays } from '#areas/order-book/server/tables/slots.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { listReadyMenus } from '#areas/menu/server/menu-week-queries.ts';

export type Counted = { mealId: number; date: PlainDate; portions: number };

export const saleKey = (mealId: number, date: PlainDate) => `${mealId} ${date}`;

type Range = { from: PlainDate; to: PlainDate; weekdays: readonly number[] };

/** Delivery dates of these weekdays. */
function isIn({ from, to, weekdays }: Range) {
  return and(
    between(deliveries.date, from, to),
    inArray(sql`extract(dow from ${deliveries.date})::int`, weekdays),
    ne(deliveries.status, 'cancelled'),
    not(isTestOrder(deliveries.orderId)),
  );
}

export async function listDeliveryDays(db: Transaction, range: Range): Promise<Set<PlainDate>> {
  const rows = await db
    .selectDistinct({ date: deliveries.date })
    .from(deliveries)
    .where(isIn(range));
  return new Set(rows.map(({ date }) => date));
}

/** From an index alone: what was sold is not read for it. */
export function countSold(
  db: Transaction,
  { mealIds, ...range }: Range & { mealIds?: readonly number[] },
): Promise<Counted[]> {
  return db
    .select({
      mealId: orderItems.mealId,
      date: deliveries.date,
      portions: sql<number>`count(*)::int`,
    })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .where(and(isIn(range), mealIds && isOfMeals(mealIds, range)))
    .groupBy(orderItems.mealId, deliveries.date);
}

/** A few meals are found by their index, which has the day they are eaten: about when they are delivered, or later. */
function isOfMeals(mealIds: readonly number[], { from }: Range) {
  return and(
    inArray(orderItems.mealId, [...mealIds]),
    gte(orderItems.mealDate, addDays(from, -MOST_DAYS_MOVED)),
  );
}

/** A delivery may be moved behind the day its meals were meant for. */
const MOST_DAYS_MOVED = 14;

/** Of these meals: portions that are eaten after the day of their delivery, by meal and delivery date. */
export async function countLater(
  db: Transaction,
  { mealIds, ...range }: Range & { mealIds: readonly number[] },
): Promise<Map<string, number>> {
  if (mealIds.length === 0) return new Map();
  const rows = await db
    .select({
      mealId: orderItems.mealId,
      date: deliveries.date,
      portions: sql<number>`count(*)::int`,
    })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .where(and(isIn(range), isOfMeals(mealIds, range), gt(orderItems.mealDate, deliveries.date)))
    .groupBy(orderItems.mealId, deliveries.date);
  return new Map(rows.map(({ mealId, date, portions }) => [saleKey(mealId, date), portions]));
}

/** `off`: its season or the menu of that week did not have it; `on`: nor is it switched off. */
export async function loadOfferedMeals(db: Transaction, from: PlainDate) {
  const rows = await db
    .select({
      id: meals.id,
      isActive: meals.isActive,
      archivedAt: meals.archivedAt,
      availableFrom: meals.availableFrom,
      availableTo: meals.availableTo,
    })
    .from(meals);
  const menus = await listReadyMenus(db, from);
  // Also of menus that are not published yet: by the delivery they will be.
  const byId = new Map(
    rows.map((meal) => [
      meal.id,
      { ...meal, offered: offeredDays(meal.id, menus, Number.POSITIVE_INFINITY) },
    ]),
  );
  return {
    mealIds: rows.map(({ id }) => id),
    statusOn(mealId: number, date: PlainDate): 'on' | 'switched off' | 'off' {
      const meal = byId.get(mealId);
      if (!meal || !isMealAvailableOn(meal, date)) return 'off';
      return meal.isActive && meal.archivedAt === null ? 'on' : 'switched off';
    },
  };
}

export async function loadLimits(
  db: Transaction,
  { from, to }: { from: PlainDate; to: PlainDate },
) {
  const rows = await db
    .select()
    .from(mealDays)
    .where(
      and(
        gte(mealDays.date, from),
        lt(mealDays.date, addDays(to, 1)),
        isNotNull(mealDays.portions),
      ),
    );
  return new Map(rows.map((row) => [`${row.scope} ${saleKey(row.mealId, row.date)}`, row]));
}
