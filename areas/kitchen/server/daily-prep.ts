import { and, asc, gte, ne, not } from 'drizzle-orm';
import { type DailyPrepReply, getDailyPrep } from '#areas/kitchen/calls/daily-prep.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { totalsOfPortions } from '#areas/printouts/rules/daily-totals.ts';
import { isToPack } from '#areas/order-book/rules/pack-bag.ts';
import type { Context } from '#platform/server/context.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { listMissing } from '#areas/delivery/server/list-missing.ts';
import { listDoneOfDay } from '#areas/kitchen/server/cook-ticks.ts';
import {
  countGiftCards,
  countHeld,
  countPortions,
  countsOf,
  countStops,
} from '#areas/kitchen/server/count-portions.ts';
import { countUndecided } from '#areas/order-book/server/open-balances.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { numberRuns } from '#areas/order-book/server/number-runs.ts';
import type { FastifyInstance } from 'fastify';
import { staffRoute } from '#platform/server/http/route.ts';

/**
 * How much the kitchen cooks and packs on a date: the one requested, otherwise the next with deliveries, otherwise today.
 * Counted by the database, so that a long day is as quick to see as a short one.
 */
export async function describeDailyPrep(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  askedFor: PlainDate | undefined,
): Promise<DailyPrepReply> {
  const { db } = context;
  const { business, mealsById } = await context.site.current();
  const date = askedFor ?? (await nextDate(context));
  await numberRuns(db, { date });
  const [portions, held, stops, waiting, done, allMissing, giftCards] = await Promise.all([
    countPortions(db, date),
    countHeld(db, date, business),
    countStops(db, date),
    countUndecided(db, date),
    listDoneOfDay(db, date),
    listMissing(db, { from: date, until: date }),
    countGiftCards(db, date),
  ]);
  const { windows, ...totals } = totalsOfPortions(
    [...portions, ...held],
    [...windowsOn(business, date), ...stops.map(({ window }) => window)],
  );
  const missing = allMissing.filter(isToPack);
  return {
    date,
    ...totals,
    deliveries: sumOf(stops.map(({ count }) => count)),
    waiting,
    giftCards,
    windows: windows.map(({ window, byMeal, ...total }) => {
      const theirs = stops.filter((those) => those.window === window);
      return {
        ...total,
        timeSlot: window,
        deliveries: sumOf(theirs.map(({ count }) => count)),
        counts: countsOf(theirs),
        byMeal: byMeal.map((meal) => ({
          ...meal,
          done: done.get(window)?.get(meal.mealId) ?? 0,
          mealVersion: mealsById.get(meal.mealId)?.version ?? null,
          shortStops: missing
            .filter((one) => one.window === window && one.mealId === meal.mealId)
            .map(({ stop }) => stop),
        })),
      };
    }),
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

async function nextDate({
  db,
  clock,
  site,
}: Pick<Context, 'db' | 'clock' | 'site'>): Promise<PlainDate> {
  const { business } = await site.current();
  const today = wallTimeAt(clock(), business.timeZone).date;
  const [next] = await db
    .select({ date: deliveries.date })
    .from(deliveries)
    .where(
      and(
        gte(deliveries.date, today),
        ne(deliveries.status, 'cancelled'),
        not(isTestOrder(deliveries.orderId)),
      ),
    )
    .orderBy(asc(deliveries.date))
    .limit(1);
  return next?.date ?? today;
}

export function registerDailyPrepRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getDailyPrep, ({ query }) => describeDailyPrep(context, query.date));
}
