import { and, asc, gte, ne } from 'drizzle-orm';
import type { DailyPrepReply } from '#contract/daily-prep.ts';
import type { BusinessFacts } from '#domain/business.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { wallTimeAt } from '#domain/calendar/zoned-time.ts';
import { agreedText } from '#domain/kitchen/allergy-band.ts';
import { concernIn } from '#domain/kitchen/concerned-meals.ts';
import { dailyTotals, isSpecial, type PackedBag } from '#domain/kitchen/daily-totals.ts';
import { rollUpIngredients } from '#domain/kitchen/ingredient-roll-up.ts';
import { helpingText } from '#domain/kitchen/kitchen-bag.ts';
import { heldIn } from '#domain/kitchen/special-people.ts';
import { isToPack } from '#domain/packing/pack-bag.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/client.ts';
import { deliveries } from '#server/db/schema/orders/deliveries.ts';
import { listMissing } from '#server/deliveries/list-missing.ts';
import { listDoneOfDay } from '#server/kitchen/cook-ticks.ts';
import { listBags } from '#server/kitchen/list-bags.ts';
import { numberRuns } from '#server/order-book/number-runs.ts';

type PackedBagReply = DailyPrepReply['packingList'][number];

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
  await numberRuns(context.db, { date });
  const { windows, packingList, ...totals } = dailyTotals(await listBags(context.db, { date }));
  const meals = packingList.flatMap(({ items }) => items.map(({ meal }) => meal));
  const done = await listDoneOfDay(context.db, date);
  const missing = (await listMissing(context.db, { from: date, until: date })).filter(isToPack);
  const { ingredients, unlisted } = rollUpIngredients(meals);
  return {
    date,
    ...totals,
    windows: windows.map(({ window, byMeal, ...total }) => ({
      ...total,
      timeSlot: window,
      byMeal: byMeal.map((meal) => ({
        ...meal,
        done: done.get(window)?.get(meal.mealId) ?? 0,
        shortStops: missing
          .filter((one) => one.window === window && one.mealId === meal.mealId)
          .map(({ stop }) => stop),
      })),
    })),
    packingList: packingList.map((bag) => describeBag(bag, business)),
    ingredients,
    unlistedMeals: unlisted,
  };
}

function describeBag(bag: PackedBag, business: BusinessFacts): PackedBagReply {
  const { window, items, people: _, ...order } = bag;
  const held = heldIn(bag);
  const isConcerned = concernIn(bag);
  return {
    ...order,
    timeSlot: window,
    items: items.map((item) => ({
      mealId: item.mealId,
      name: item.meal.name,
      mealType: item.mealType,
      mealDate: item.mealDate,
      personName: item.personName,
      allergens: item.meal.allergens && [...item.meal.allergens],
      holds: held(item),
      isConcerned: isSpecial(bag) && isConcerned(item),
      helping: helpingText(item, items),
      agreed: item.override && agreedText(item.override, business),
    })),
  };
}

async function nextDeliveryDate(db: Database, today: PlainDate): Promise<PlainDate | undefined> {
  const [next] = await db
    .select({ date: deliveries.date })
    .from(deliveries)
    .where(and(gte(deliveries.date, today), ne(deliveries.status, 'cancelled')))
    .orderBy(asc(deliveries.date))
    .limit(1);
  return next?.date;
}
