import { and, asc, gte, ne } from 'drizzle-orm';
import {
  type DailyPrepReply,
  type PackedBagReply,
  getDailyPrep,
  listPackedBags as listPackedBagsCall,
  listSpecialBags as listSpecialBagsCall,
  tickOff as tickOffCall,
} from '#areas/kitchen/calls/daily-prep.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { agreedText } from '#areas/order-book/rules/allergy-band.ts';
import { concernIn } from '#areas/printouts/rules/concerned-meals.ts';
import {
  isSpecial,
  type PackedBag,
  packingListOf,
  totalsOfPortions,
} from '#areas/printouts/rules/daily-totals.ts';
import { helpingText } from '#areas/order-book/rules/kitchen-bag.ts';
import { agreedToIn, heldIn, tracesFor } from '#areas/order-book/rules/special-people.ts';
import { isToPack } from '#areas/order-book/rules/pack-bag.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { listMissing } from '#areas/delivery/server/list-missing.ts';
import { listDoneOfDay, tickOff } from '#areas/kitchen/server/cook-ticks.ts';
import {
  countGiftCards,
  countHeld,
  countPortions,
  countsOf,
  countStops,
  listOrdersWithNotes,
} from '#areas/kitchen/server/count-portions.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import type { DeliveryFilter } from '#areas/order-book/server/load-orders.ts';
import { countUndecided } from '#areas/order-book/server/open-balances.ts';
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

type OfDay = { date: PlainDate };

/** The bags of a day that must be read before anything is cooked. */
export async function listSpecialBags(
  context: Pick<Context, 'db' | 'site'>,
  { date }: OfDay,
): Promise<PackedBagReply[]> {
  const orderIds = await listOrdersWithNotes(context.db, date);
  const { business } = await context.site.current();
  const bags = await listPacked(context.db, { date, orderIds }, business);
  return bags.filter(isSpecial).map((bag) => describeBag(bag, business));
}

/** Every bag of a day, by window and stop. */
export async function listPackedBags(
  context: Pick<Context, 'db' | 'site'>,
  { date }: OfDay,
): Promise<PackedBagReply[]> {
  const { business } = await context.site.current();
  const bags = await listPacked(context.db, { date }, business);
  return bags.map((bag) => describeBag(bag, business));
}

async function listPacked(
  db: Database,
  which: DeliveryFilter,
  facts: BusinessFacts,
): Promise<PackedBag[]> {
  await numberRuns(db, { date: which.date });
  return packingListOf(await listBags(db, which, facts));
}

function describeBag(bag: PackedBag, business: BusinessFacts): PackedBagReply {
  const { window, items, people: _, ...order } = bag;
  const held = heldIn(bag);
  const isConcerned = concernIn(bag, held);
  return {
    ...order,
    specialPeople: [...order.specialPeople],
    timeSlot: window,
    items: items.map((item) => ({
      mealId: item.mealId,
      name: item.meal.name,
      mealType: item.mealType,
      mealDate: item.mealDate,
      personName: item.personName,
      allergens: item.meal.allergens && [...item.meal.allergens],
      holds: held(item),
      onHold: item.onHold ?? null,
      agreedTo: agreedToIn(item, bag.people),
      traces: tracesFor(item, bag.people),
      isConcerned: isSpecial(bag) && isConcerned(item),
      helping: helpingText(item, items),
      agreed: item.override && agreedText(item.override, business),
    })),
  };
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
    .where(and(gte(deliveries.date, today), ne(deliveries.status, 'cancelled')))
    .orderBy(asc(deliveries.date))
    .limit(1);
  return next?.date ?? today;
}

export function registerDailyPrepRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getDailyPrep, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return describeDailyPrep(context, query.date);
  });

  staffRoute(app, listSpecialBagsCall, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return { bags: await listSpecialBags(context, query) };
  });

  staffRoute(app, listPackedBagsCall, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return { bags: await listPackedBags(context, query) };
  });

  staffRoute(app, tickOffCall, ({ body: { timeSlot, ...tick }, staff }) =>
    tickOff(context, staff, { ...tick, window: timeSlot }),
  );
}
