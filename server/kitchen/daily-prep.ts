import { and, asc, eq, gte, ne } from 'drizzle-orm';
import type { DailyPrepReply } from '#contract/daily-prep.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { wallTimeAt } from '#domain/calendar/zoned-time.ts';
import { dailyTotals } from '#domain/kitchen/daily-totals.ts';
import { namesOf } from '#domain/kitchen/kitchen-bag.ts';
import { matcherOf } from '#domain/kitchen/matched-ingredients.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/client.ts';
import { deliveries } from '#server/db/schema/orders/deliveries.ts';
import { orders } from '#server/db/schema/orders/orders.ts';
import { listBags } from '#server/kitchen/list-bags.ts';

/**
 * What the kitchen cooks and packs on a date: the one requested, otherwise the next with deliveries, otherwise today.
 */
export async function describeDailyPrep(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  askedFor: PlainDate | undefined,
): Promise<DailyPrepReply> {
  const { business } = await context.site.current();
  const today = wallTimeAt(context.clock(), business.timeZone).date;
  const date = askedFor ?? (await nextDeliveryDate(context.db, today)) ?? today;
  const { windows, packingList, ...totals } = dailyTotals(await listBags(context.db, { date }));
  return {
    date,
    ...totals,
    windows: windows.map(({ window, ...total }) => ({ ...total, timeSlot: window })),
    packingList: packingList.map(({ window, items, ...order }) => {
      const matched = matcherOf(order.specialInstructions, namesOf({ items }));
      return {
        ...order,
        timeSlot: window,
        items: items.map(({ mealId, mealType, mealDate, personName, meal }) => ({
          mealId,
          name: meal.name,
          mealType,
          mealDate,
          personName,
          allergens: meal.allergens && [...meal.allergens],
          holds: matched(meal),
        })),
      };
    }),
  };
}

async function nextDeliveryDate(db: Database, today: PlainDate): Promise<PlainDate | undefined> {
  const [next] = await db
    .select({ date: deliveries.date })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(and(gte(deliveries.date, today), ne(orders.status, 'cancelled')))
    .orderBy(asc(deliveries.date))
    .limit(1);
  return next?.date;
}
