/** What was cooked in a period, as far as it has to be measured: meals by window, and batches of components. */
import type { MealType } from '#areas/menu/rules/meal.ts';
import { isWarmIn } from '#areas/order-book/rules/warm-portion.ts';
import { and, between, eq, inArray, isNotNull, isNull, min, ne, not, sql } from 'drizzle-orm';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { instantOf } from '#platform/rules/zoned-time.ts';
import { isChilled, packTime } from '#areas/kitchen/rules/kitchen-clock.ts';
import type { CookedFood } from '#areas/kitchen/rules/expected-readings.ts';
import { coreLimitOf } from '#areas/kitchen/rules/temperature-limits.ts';
import { components } from '#areas/menu/server/tables/recipes.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { cookTicks } from '#areas/order-book/server/tables/packing.ts';
import { deliveries, deliveryEvents } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import type { Database } from '#platform/server/db/client.ts';
import { batches } from '#areas/kitchen/server/tables/batches.ts';
import type { Period } from '#areas/kitchen/server/read-readings.ts';

/**
 * Meals that someone ticked, or whose bags are cooked or further. What nobody has cooked is late and no gap of the record,
 * and what was cooked before the upgrade, by a version that knew no record, is asked of nobody.
 */
export async function listCookedFood(
  db: Database,
  period: Period,
  business: Pick<BusinessFacts, 'coreCelsius' | 'packBeforeMinutes' | 'timeZone'>,
): Promise<CookedFood[]> {
  const [portions, ticks, departures, limits, ofBatches] = await Promise.all([
    selectPortions(db, period),
    selectTicks(db, period),
    selectDepartures(db, period),
    db.select({ id: meals.id, name: meals.name, coreCelsius: meals.coreCelsius }).from(meals),
    listBatches(db, period, business),
  ]);
  const tickedAt = new Map(ticks.map((tick) => [mealKey(tick), tick.lastAt]));
  const startedAt = new Map(departures.map((run) => [runKey(run), run.startedAt]));
  const mealOf = new Map(limits.map((meal) => [meal.id, meal]));
  const ofMeals = portions.flatMap((portion): CookedFood[] => {
    const { date, window, mealId, mealType, isCooked, isAnyCold } = portion;
    const lastTickAt = tickedAt.get(mealKey(portion)) ?? null;
    const meal = mealOf.get(mealId);
    if (!meal || (!isCooked && lastTickAt === null)) return [];
    return [
      {
        date,
        window,
        mealId,
        batchId: null,
        name: meal.name,
        coreCelsius: coreLimitOf(meal, business),
        isChilled: isAnyCold || !isWarmIn('warm', portion, { mealType, mealDate: date }),
        doneAt: lastTickAt?.getTime() ?? null,
        packAt: instantOf(packTime(portion, business), business.timeZone),
        runStartsAt: startedAt.get(runKey(portion))?.getTime() ?? null,
      },
    ];
  });
  return [...ofMeals, ...ofBatches];
}

type Run = { date: PlainDate; window: DeliveryWindow };

function runKey({ date, window }: Run): string {
  return `${date} ${window}`;
}

function mealKey({ mealId, ...run }: Run & { mealId: number }): string {
  return `${runKey(run)} ${mealId}`;
}

/** For orders that are not waiting for a decision; food kept from an earlier day was measured then. */
function selectPortions(db: Database, { from, to }: Period) {
  return db
    .select({
      date: deliveries.date,
      window: deliveries.window,
      mealId: orderItems.mealId,
      // Versions 0 and below come from 0.1.0.
      isCooked: sql<boolean>`bool_or(0 < any(${orderItems.cookedVersions}))`,
      mealType: sql<MealType>`min(${orderItems.mealType})`,
      isAnyCold: sql<boolean>`bool_or(${orders.deliveryPreference} = 'cold' or ${orderItems.mealDate} <> ${deliveries.date})`,
    })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(
      and(
        between(deliveries.date, from, to),
        ne(deliveries.status, 'cancelled'),
        ne(orders.status, 'pending'),
        not(isTestOrder(orders.id)),
        isNull(deliveries.madeOn),
      ),
    )
    .groupBy(deliveries.date, deliveries.window, orderItems.mealId)
    .orderBy(deliveries.date, deliveries.window, min(orderItems.id));
}

function selectTicks(db: Database, { from, to }: Period) {
  return db
    .select({
      date: cookTicks.date,
      window: cookTicks.window,
      mealId: cookTicks.mealId,
      lastAt: sql<Date | null>`max(${cookTicks.at}) filter (where ${cookTicks.count} > 0)`.mapWith(
        cookTicks.at,
      ),
    })
    .from(cookTicks)
    .where(between(cookTicks.date, from, to))
    .groupBy(cookTicks.date, cookTicks.window, cookTicks.mealId)
    .having(sql`sum(${cookTicks.count}) > 0`);
}

/** When the first bag of a run left that has not come back. */
function selectDepartures(db: Database, { from, to }: Period) {
  const LEFT = ['out', 'delivered', 'missed'] as const;
  return db
    .select({
      date: deliveries.date,
      window: deliveries.window,
      startedAt: min(deliveryEvents.at),
    })
    .from(deliveries)
    .innerJoin(deliveryEvents, eq(deliveryEvents.deliveryId, deliveries.id))
    .where(
      and(
        between(deliveries.date, from, to),
        inArray(deliveries.status, [...LEFT]),
        not(isTestOrder(deliveries.orderId)),
        inArray(deliveryEvents.status, [...LEFT]),
        eq(deliveryEvents.isDecisive, true),
        eq(deliveryEvents.date, deliveries.date),
        eq(deliveryEvents.window, deliveries.window),
      ),
    )
    .groupBy(deliveries.date, deliveries.window);
}

/** What its recipe asks for: the core of some, and to chill all that says not otherwise. */
async function listBatches(
  db: Database,
  { from, to }: Period,
  business: Pick<BusinessFacts, 'coreCelsius'>,
): Promise<CookedFood[]> {
  const rows = await db
    .select({
      id: batches.id,
      date: batches.cookDate,
      name: components.name,
      doneAt: batches.doneAt,
      coreCheck: components.coreCheck,
      chillMinutes: components.chillMinutes,
    })
    .from(batches)
    .innerJoin(components, eq(components.id, batches.componentId))
    .where(
      and(
        between(batches.cookDate, from, to),
        eq(batches.state, 'done'),
        isNotNull(batches.doneAt),
      ),
    )
    .orderBy(batches.cookDate, batches.id);
  return rows.map(({ id, date, name, doneAt, ...recipe }) => ({
    date,
    window: null,
    mealId: null,
    batchId: id,
    name,
    coreCelsius: recipe.coreCheck ? business.coreCelsius : null,
    isChilled: isChilled(recipe),
    doneAt: doneAt?.getTime() ?? null,
    packAt: null,
    runStartsAt: null,
  }));
}
