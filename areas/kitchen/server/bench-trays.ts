/** The trays of delivery days: portions of each meal by window, what goes on each, and for whom some are made with care. */
import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { BenchReply, BenchSpecialReply } from '#areas/kitchen/calls/bench.ts';
import { cookedAbout, trayAmounts, type Weighing } from '#areas/kitchen/rules/tray-amounts.ts';
import {
  coldBy,
  type KitchenClock,
  minutesOfMeal,
  packTime,
  workTimes,
} from '#areas/kitchen/rules/kitchen-clock.ts';
import { listDoneOfDay } from '#areas/kitchen/server/cook-ticks.ts';
import { type CountedMeal, countServed, listHeld, listOrdersWithNotes } from './count-portions.ts';
import { enteredMinutes, type KitchenPlan, type MenuMeal } from './read-plan.ts';
import { cookedWeights } from '#areas/kitchen/server/tables/bench.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { BookLine } from '#areas/menu/rules/recipe-book.ts';
import type { StoredBook, StoredMealRecipe } from '#areas/menu/server/load-recipe-book.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import { helpingText, isToCook } from '#areas/order-book/rules/kitchen-bag.ts';
import { isToPack } from '#areas/order-book/rules/pack-bag.ts';
import {
  agreedToIn,
  careOf,
  CARES,
  heldIn,
  tracesFor,
} from '#areas/order-book/rules/special-people.ts';
import { listOrdersThatMayHold } from '#areas/order-book/server/holds.ts';
import { readPortionKeys } from '#areas/order-book/server/number-runs.ts';
import { isGoingOut } from '#areas/order-book/server/open-balances.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders, people } from '#areas/order-book/server/tables/orders.ts';
import { listMissing } from '#areas/delivery/server/pack-day.ts';
import {
  concernIn,
  isSpecial,
  type PackedBag,
  packingListOf,
  rollUpIngredients,
} from '#areas/printouts/rules/daily-totals.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { wallText } from '#platform/rules/zoned-time.ts';
import { assertDefined } from '#platform/server/errors.ts';
import type { Database } from '#platform/server/db/client.ts';

/** A tray with the day on which it is filled: of its own minutes, or its delivery day. */
export type WorkedTray = BenchReply['days'][number]['trays'][number] & { workDate: PlainDate };

type Kitchen = {
  business: BusinessFacts;
  book: StoredBook;
  clock: KitchenClock;
  menu: KitchenPlan['menu'];
};

export async function listTrays(
  db: Database,
  date: PlainDate,
  { business, book, clock, menu }: Kitchen,
): Promise<WorkedTray[]> {
  const [counted, held, done, missing, portions, read] = await Promise.all([
    countServed(db, { from: date, to: date }),
    listHeld(db, date, business),
    listDoneOfDay(db, date),
    listMissing(db, { from: date, until: date }),
    listPortions(db, date),
    readSpecials(db, date, business),
  ]);
  const ofMeal = Map.groupBy(
    counted.map(({ portions: all, ...tray }): InWindow => {
      const onHold = held.filter((one) => isOf(tray, one)).length;
      return { ...tray, count: all - onHold, held: onHold };
    }),
    ({ mealId }) => mealId,
  );
  const known = { date, done, missing, portions, specials: read.specials, book, clock };
  return [...ofMeal].flatMap(([mealId, all]) => {
    const meal = menu.get(mealId);
    return meal ? traysOf(meal, all, known) : [];
  });
}

/** `count`: to cook, without those on hold. */
type InWindow = Omit<CountedMeal, 'portions'> & { count: number; held: number };

type OfMeal = Pick<InWindow, 'window' | 'mealId'>;

function isOf(one: OfMeal, other: OfMeal): boolean {
  return one.window === other.window && one.mealId === other.mealId;
}

type Known = Pick<Kitchen, 'book' | 'clock'> & {
  date: PlainDate;
  done: Awaited<ReturnType<typeof listDoneOfDay>>;
  missing: Awaited<ReturnType<typeof listMissing>>;
  portions: Awaited<ReturnType<typeof listPortions>>;
  specials: readonly Special[];
};

/** When trays are filled: as long before their window as the meal's own minutes ask, or on its day. */
export function workDateOf(
  recipe: StoredMealRecipe | undefined,
  leaves: { date: PlainDate; window: DeliveryWindow },
  clock: KitchenClock,
): PlainDate {
  const minutes = recipe ? minutesOfMeal(enteredMinutes(recipe)) : null;
  const times = minutes && workTimes(minutes, coldBy(leaves, clock), clock);
  return times && !('error' in times) ? times.start.date : leaves.date;
}

/** One for the windows that are filled on the same day. */
function traysOf(meal: MenuMeal, all: readonly InWindow[], known: Known): WorkedTray[] {
  const { id: mealId } = meal;
  const { date, clock, book, specials } = known;
  const recipe = book.meals.get(mealId);
  const dayOf = ({ window }: InWindow) => workDateOf(recipe, { date, window }, clock);
  return [...Map.groupBy(all, dayOf)].map(([workDate, same]) => {
    const [{ window: first } = assertDefined(all[0], 'a window')] = same;
    const counts = same.map(({ count }) => count);
    const amounts = (recipe?.lines ?? []).map((line) => {
      const { isTakenOut, ...used } = usedIn(line, book);
      const { windows, takeOut } = trayAmounts(used, recipe?.basis ?? 1, counts);
      return { sums: windows, takeOut: isTakenOut ? takeOut : null };
    });
    return {
      workDate,
      mealId,
      name: meal.name,
      date,
      packBy: wallText(packTime({ date, window: first }, clock)),
      windows: same.map((one) => windowOf(one, known)),
      sums: amounts.map(({ sums }) => sums),
      takeOut: amounts.map(({ takeOut }) => takeOut),
      specials: specials.flatMap(({ mealId: of, deliveryId: _of, ...special }) =>
        of === mealId && same.some(({ window }) => window === special.window) ? [special] : [],
      ),
    };
  });
}

function windowOf(
  tray: InWindow,
  { done, missing, portions }: Known,
): WorkedTray['windows'][number] {
  const { window, mealId, count, held } = tray;
  return {
    window,
    count,
    held,
    done: done.get(window)?.get(mealId) ?? 0,
    short: missing.filter((one) => isToPack(one) && isOf(tray, one)).map(({ stop }) => stop),
    portions: portions
      .filter((one) => isOf(tray, one))
      .map(({ itemId, deliveryId, key }) => [itemId, deliveryId, key]),
  };
}

export async function describeMeals(
  db: Database,
  trays: readonly WorkedTray[],
  { book, menu }: Pick<Kitchen, 'book' | 'menu'>,
): Promise<BenchReply['meals']> {
  const weighings = await listWeighings(db);
  return [...new Set(trays.map(({ mealId }) => mealId))].flatMap((mealId) => {
    const meal = menu.get(mealId);
    if (!meal) return [];
    const { version, lines = [], basis = 1, steps = '' } = book.meals.get(mealId) ?? {};
    return [
      {
        mealId,
        mealVersion: meal.version,
        recipeVersion: version ?? null,
        steps,
        coreCelsius: meal.coreCelsius,
        lines: lines.map((line) => {
          const { id, ...used } = usedIn(line, book);
          const { perTray } = trayAmounts(used, basis, []);
          const pans = weighings.get(`${mealId} ${id}`) ?? [];
          return { id, prep: line.prep ?? '', perTray, cookedAbout: cookedAbout(perTray, pans) };
        }),
        labelRows:
          version === undefined
            ? rollUpIngredients([meal]).ingredients.map(({ name, grams }) => ({ name, grams }))
            : null,
      },
    ];
  });
}

/** What a line of a recipe uses, by its name at the bench. `qty`: as in the recipe. */
export function usedIn(line: BookLine, { ingredients, components }: StoredBook) {
  const { qty } = line;
  if ('componentId' in line) {
    const component = components.get(line.componentId);
    return {
      id: `c${line.componentId}`,
      name: component?.name ?? '',
      baseUnit: component?.baseUnit ?? ('g' as const),
      allergens: [],
      qty,
      lossBp: line.lossBp ?? 0,
      isTakenOut: false,
    };
  }
  const ingredient = ingredients.get(line.ingredientId);
  return {
    id: `i${line.ingredientId}`,
    name: ingredient?.name ?? '',
    baseUnit: ingredient?.baseUnit ?? ('g' as const),
    allergens: ingredient?.contains ?? null,
    qty,
    lossBp: line.lossBp ?? ingredient?.lossBp ?? 0,
    isTakenOut: ingredient?.isBought ?? true,
  };
}

/** By meal and line, the newest first. */
async function listWeighings(db: Database): Promise<Map<string, Weighing[]>> {
  const rows = await db.select().from(cookedWeights).orderBy(desc(cookedWeights.at));
  return Map.groupBy(rows, ({ mealId, lineId }) => `${mealId} ${lineId}`);
}

async function listPortions(db: Database, date: PlainDate) {
  const rows = await db
    .select({
      itemId: orderItems.id,
      deliveryId: deliveries.id,
      mealId: orderItems.mealId,
      window: deliveries.window,
      stop: deliveries.stop,
      orderNumber: orders.number,
      personName: people.name,
      mealDate: orderItems.mealDate,
      mealType: orderItems.mealType,
      helping: orderItems.helping,
    })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .innerJoin(people, eq(people.id, orderItems.personId))
    .where(and(eq(deliveries.date, date), isNull(deliveries.madeOn), isGoingOut()))
    .orderBy(asc(deliveries.window), asc(deliveries.stop), asc(orderItems.id));
  const keyOf = await readPortionKeys(
    db,
    rows.map(({ window }) => ({ date, window })),
  );
  const byDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return rows.map((row) => ({
    itemId: row.itemId,
    deliveryId: row.deliveryId,
    mealId: row.mealId,
    window: row.window,
    key: keyOf({
      ...row,
      date,
      name: row.personName,
      helping: helpingText(row, byDelivery.get(row.deliveryId) ?? []),
    }),
  }));
}

type Special = BenchSpecialReply & { mealId: number; deliveryId: number };

/** The bags of a day that are read before anything is cooked, and how their portions are made, what must be read first first. */
export async function readSpecials(
  db: Database,
  date: PlainDate,
  business: BusinessFacts,
): Promise<{ bags: PackedBag[]; specials: Special[] }> {
  const [noted, mayHold] = await Promise.all([
    listOrdersWithNotes(db, date),
    listOrdersThatMayHold(db, date, business),
  ]);
  const orderIds = [...new Set([...noted, ...mayHold])];
  if (orderIds.length === 0) return { bags: [], specials: [] };
  const bags = packingListOf(await listBags(db, { date, orderIds }, business)).filter(
    (bag) => isToCook(bag) && isSpecial(bag),
  );
  const specials = bags
    .flatMap(specialsIn)
    .toSorted((a, b) => CARES.indexOf(a.verdict) - CARES.indexOf(b.verdict));
  return { bags, specials };
}

function specialsIn(bag: PackedBag): Special[] {
  const { deliveryId, window, people: inBag, items, specialWords } = bag;
  const held = heldIn(bag);
  const isConcerned = concernIn(bag, held);
  return items.flatMap((item): Special[] => {
    const person = inBag.find(({ name }) => personKey(name) === personKey(item.personName));
    const onHold = item.onHold ?? null;
    const known = { onHold, agreedTo: agreedToIn(item, inBag), traces: tracesFor(item, inBag) };
    const said = person && careOf(person, known, bag);
    if (!said && !(specialWords.length > 0 && isConcerned(item))) return [];
    const text = said?.text ?? `(${specialWords.join(', ')}): read the instructions`;
    const words = onHold === null ? held(item) : [];
    return [
      {
        mealId: item.mealId,
        deliveryId,
        verdict: said?.care ?? 'as_noted',
        text: words.length === 0 ? text : `${text}. It contains ${words.join(', ')}`,
        person: item.personName,
        key: item.key,
        window,
      },
    ];
  });
}
