/** What was sold of each meal on past delivery dates, and what may still be: what a forecast is made of. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays, type PlainDate, weekdayOf } from '#platform/rules/plain-date.ts';
import {
  PORTION_SCOPES,
  portionsLeft,
  type PortionScope,
} from '#areas/menu/rules/portion-limits.ts';
import { weekStartOf } from '#areas/business/rules/ordering-week.ts';
import { FORECAST_WEEKS, NEWEST_DAYS, type PastDay } from '#areas/kitchen/rules/forecast.ts';
import { mostToSend } from '#areas/kitchen/rules/cook-days.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { and, between, eq, gt, gte, inArray, isNotNull, lt, ne, not, sql } from 'drizzle-orm';
import { offeredDays, isMealAvailableOn } from '#areas/menu/rules/menu-week.ts';
import { mealDays } from '#areas/order-book/server/tables/slots.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { listReadyMenus } from '#areas/menu/server/menu-week-queries.ts';

type SalesQuery = {
  /** Delivery dates, in order. */
  dates: readonly PlainDate[];
  /** For a delivery date: what was delivered before this day is known when it is forecast. Not earlier for later dates. */
  knownBefore: (date: PlainDate) => PlainDate;
};

type Facts = Pick<BusinessFacts, 'orderWeekStart'>;

type SalesHistory = {
  /** Past days of the same weekday as a date, as far as they are known. */
  pastDays: (mealId: number, date: PlainDate) => PastDay[];
  /** Whether a meal was on offer on a past date, as far as that is known. */
  wasOffered: (mealId: number, date: PlainDate) => boolean;
  soldOn: (mealId: number, date: PlainDate) => number;
  /** Whether its switch, season and the menu of the week offer it then, or will. */
  isOnSale: (mealId: number, date: PlainDate) => boolean;
  /** The most that can go out then; null: no limit. */
  mostOn: (mealId: number, date: PlainDate) => number | null;
};

/** A forecast is of the newest days: two weeks more than it takes are enough for most meals, and read in a third of the time. */
const READ_FIRST_WEEKS = NEWEST_DAYS + 2;

/**
 * When a meal was switched on or off is not known: it counts as on offer from its first sale of these weeks on, and up to its
 * last one when it is off now; in its season, on days with deliveries, and in a week with a menu on its days of that menu.
 */
export async function loadSalesHistory(
  db: Transaction,
  { dates, knownBefore }: SalesQuery,
  business: Facts,
): Promise<SalesHistory> {
  const [from = '', to = ''] = [dates.at(0), dates.at(-1)];
  const lastKnown = earlier(from, knownBefore(from));
  const first = addDays(lastKnown, -7 * FORECAST_WEEKS);
  const readFirst = addDays(lastKnown, -7 * READ_FIRST_WEEKS);
  const weekdays = [...new Set(dates.map(weekdayOf))];
  const menu = await loadOfferedMeals(db, weekStartOf(first, business));
  const limits = await loadLimits(db, { from: weekStartOf(first, business), to });
  const limited = [...limits.values()].filter(({ date }) => date >= weekStartOf(from, business));
  const limitedIds = [...new Set(limited.map(({ mealId }) => mealId))];
  const later = await countLater(db, { from: first, to, weekdays, mealIds: limitedIds });
  const known = { menu, knownBefore, business, limits, later };
  const sold = await countSold(db, { from: readFirst, to, weekdays });
  const soldDays = new Set(sold.map(({ date }) => date));
  const history = historyOf(sold, { ...known, deliveryDays: soldDays });
  // Those that were on offer, and not sold out, on too few of these days: what was sold before decides.
  const soldIds = new Set(sold.map(({ mealId }) => mealId));
  const mealIds = menu.mealIds.filter((mealId) =>
    dates.some(
      (date) =>
        (history.isOnSale(mealId, date) || soldIds.has(mealId)) &&
        history.pastDays(mealId, date).filter((day) => day.offered && !day.soldOut).length <
          NEWEST_DAYS,
    ),
  );
  if (mealIds.length === 0) return history;
  const before = { from: first, to: addDays(readFirst, -1), weekdays };
  const older = await countSold(db, { ...before, mealIds });
  const deliveryDays = new Set([...soldDays, ...(await listDeliveryDays(db, before))]);
  return historyOf([...sold, ...older], { ...known, deliveryDays });
}

type Known = {
  menu: Awaited<ReturnType<typeof loadOfferedMeals>>;
  knownBefore: SalesQuery['knownBefore'];
  business: Facts;
  limits: Awaited<ReturnType<typeof loadLimits>>;
  later: Awaited<ReturnType<typeof countLater>>;
  deliveryDays: ReadonlySet<PlainDate>;
};

function historyOf(
  sold: readonly Counted[],
  { menu, knownBefore, business, limits, later, deliveryDays }: Known,
): SalesHistory {
  const counts = new Map(sold.map((row) => [saleKey(row.mealId, row.date), row]));
  const firstAndLast = firstAndLastSales(sold);
  const { limitOf, isSoldOut } = readLimits({ limits, business });
  const wasOffered = (mealId: number, date: PlainDate) => {
    if (counts.has(saleKey(mealId, date))) return true;
    const { first, last } = firstAndLast.get(mealId) ?? { first: date, last: date };
    const status = menu.statusOn(mealId, date);
    return first < date && status !== 'off' && (status === 'on' || date < last);
  };
  const weeksBefore = onceForEach((date) => {
    const before = knownBefore(date);
    return Array.from({ length: FORECAST_WEEKS }, (_, week) =>
      addDays(date, -7 * (week + 1)),
    ).filter((day) => day < before && deliveryDays.has(day));
  });
  const soldOn = (mealId: number, date: PlainDate) =>
    counts.get(saleKey(mealId, date))?.portions ?? 0;
  const daysOfMeals = new Map(
    menu.mealIds.map((mealId) => [
      mealId,
      onceForEach((date): PastDay => ({
        date,
        portions: soldOn(mealId, date),
        offered: wasOffered(mealId, date),
        soldOut: isSoldOut(mealId, date),
      })),
    ]),
  );
  const mostOn = (mealId: number, date: PlainDate) => {
    const [day, week] = [limitOf('day', mealId, date), limitOf('week', mealId, date)];
    if (!day && !week) return null;
    const laterOn = (each: PlainDate) => later.get(saleKey(mealId, each)) ?? 0;
    const sameDay = soldOn(mealId, date) - laterOn(date);
    // Portions that are being paid for now are not ordered yet, and may be.
    return mostToSend({
      ordered: { sameDay, later: laterOn(date) },
      leftOfDay: day ? portionsLeft({ ...day, held: 0 }) : null,
      leftOfWeek: week ? portionsLeft({ ...week, held: 0 }) : null,
      usualLater: Math.max(0, ...weeksBefore(date).map(laterOn)),
    });
  };
  return {
    wasOffered,
    soldOn,
    isOnSale: (mealId, date) => menu.statusOn(mealId, date) === 'on',
    pastDays(mealId, date) {
      const dayOf = daysOfMeals.get(mealId);
      return dayOf ? weeksBefore(date).map(dayOf) : [];
    },
    mostOn,
  };
}

function firstAndLastSales(
  sold: readonly Counted[],
): Map<number, { first: PlainDate; last: PlainDate }> {
  return new Map(
    [...Map.groupBy(sold, ({ mealId }) => mealId)].map(([mealId, rows]) => {
      const dates = rows.map(({ date }) => date).toSorted();
      return [mealId, { first: dates[0] ?? '', last: dates.at(-1) ?? '' }];
    }),
  );
}

function readLimits({ limits, business }: Pick<Known, 'limits' | 'business'>) {
  const weekStart = onceForEach((date) => weekStartOf(date, business));
  const limitOf = (scope: PortionScope, mealId: number, date: PlainDate) =>
    limits.get(`${scope} ${saleKey(mealId, scope === 'day' ? date : weekStart(date))}`);
  const isSoldOut = (mealId: number, date: PlainDate) =>
    PORTION_SCOPES.some((scope) => {
      const limit = limitOf(scope, mealId, date);
      return limit !== undefined && portionsLeft(limit) === 0;
    });
  return { limitOf, isSoldOut };
}

/** A year of forecasts asks for the same dates again and again. */
function onceForEach<Value>(make: (date: PlainDate) => Value): (date: PlainDate) => Value {
  const made = new Map<PlainDate, Value>();
  return (date) => {
    const known = made.get(date);
    if (known !== undefined) return known;
    const value = make(date);
    made.set(date, value);
    return value;
  };
}

function earlier(a: PlainDate, b: PlainDate): PlainDate {
  return a < b ? a : b;
}

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

/** For these meals: portions that are eaten after the day of their delivery, by meal and delivery date. */
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
