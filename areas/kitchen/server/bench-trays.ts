/** The trays of delivery days: portions of each meal by window, what goes on each, and for whom some are made with care. */
import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { BenchSpecialReply, BenchTrayReply } from '#areas/kitchen/calls/bench.ts';
import { cookedAbout, trayAmounts, type Weighing } from '#areas/kitchen/rules/tray-amounts.ts';
import {
  coldBy,
  type KitchenClock,
  minutesOfMeal,
  packTime,
  workTimes,
} from '#areas/kitchen/rules/plan/kitchen-clock.ts';
import { listDoneOfDay } from '#areas/kitchen/server/cook-ticks.ts';
import {
  countHeld,
  countPortions,
  listOrdersWithNotes,
} from '#areas/kitchen/server/count-portions.ts';
import { enteredMinutes } from '#areas/kitchen/server/read-plan.ts';
import { cookedWeights } from '#areas/kitchen/server/tables/bench.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { BookLine } from '#areas/menu/rules/recipe/recipe-book.ts';
import type { StoredBook, StoredMealRecipe } from '#areas/menu/server/load-recipe-book.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
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
import { readPortionKeys } from '#areas/order-book/server/portion-keys.ts';
import { isGoingOut } from '#areas/order-book/server/open-balances.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders, people } from '#areas/order-book/server/tables/orders.ts';
import { listMissing } from '#areas/delivery/server/list-missing.ts';
import { concernIn } from '#areas/printouts/rules/concerned-meals.ts';
import {
  isSpecial,
  type MealTotal,
  type PackedBag,
  packingListOf,
  totalsOfPortions,
} from '#areas/printouts/rules/daily-totals.ts';
import { rollUpIngredients } from '#areas/printouts/rules/ingredient-roll-up.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { wallText } from '#platform/rules/zoned-time.ts';
import { assertDefined } from '#platform/server/assert-defined.ts';
import type { Database } from '#platform/server/db/client.ts';

/** A tray with the day on which it is filled: of its own minutes, or its delivery day. */
export type WorkedTray = BenchTrayReply & { workDate: PlainDate };

type Kitchen = { business: BusinessFacts; book: StoredBook; clock: KitchenClock };

/** Of one delivery day: one entry for the windows of a meal that are filled on the same day. */
export async function listTrays(
  db: Database,
  date: PlainDate,
  { business, book, clock }: Kitchen,
): Promise<WorkedTray[]> {
  const [counted, held, done, missing, portions, read, menu, weighings] = await Promise.all([
    countPortions(db, date),
    countHeld(db, date, business),
    listDoneOfDay(db, date),
    listMissing(db, { from: date, until: date }),
    listPortions(db, date),
    readSpecials(db, date, business),
    listMenu(db),
    listWeighings(db),
  ]);
  const { windows } = totalsOfPortions([...counted, ...held], []);
  const ofMeal = Map.groupBy(
    windows.flatMap(({ window, byMeal }) => byMeal.map((total) => ({ window, total }))),
    ({ total }) => total.mealId,
  );
  const known = {
    date,
    done,
    missing,
    portions,
    specials: read.specials,
    book,
    clock,
    weighings,
  };
  return [...ofMeal].flatMap(([mealId, all]) => {
    const meal = menu.get(mealId);
    return meal ? traysOf({ ...meal, mealId }, all, known) : [];
  });
}

type InWindow = { window: DeliveryWindow; total: MealTotal };

type Known = Sums & {
  date: PlainDate;
  clock: KitchenClock;
  done: Awaited<ReturnType<typeof listDoneOfDay>>;
  missing: Awaited<ReturnType<typeof listMissing>>;
  portions: Awaited<ReturnType<typeof listPortions>>;
  specials: readonly Special[];
};

/** One for the windows that are filled on the same day. */
function traysOf(
  meal: MenuMeal & { mealId: number },
  all: readonly InWindow[],
  known: Known,
): WorkedTray[] {
  const { mealId, coreCelsius } = meal;
  const { date, clock, book, specials } = known;
  const recipe = book.meals.get(mealId);
  const minutes = recipe ? minutesOfMeal(enteredMinutes(recipe)) : null;
  const workDateOf = (window: DeliveryWindow) => {
    const times = minutes && workTimes(minutes, coldBy({ date, window }, clock), clock);
    return times && !('error' in times) ? times.start.date : date;
  };
  return [...Map.groupBy(all, ({ window }) => workDateOf(window))].map(([workDate, same]) => {
    const [{ window: first } = assertDefined(all[0], 'a window')] = same;
    const counts = same.map(({ total }) => total.count);
    return {
      workDate,
      mealId,
      mealVersion: meal.version,
      recipeVersion: recipe?.version ?? null,
      name: same[0]?.total.name ?? meal.name,
      date,
      packBy: wallText(packTime({ date, window: first }, clock)),
      windows: same.map((one) => windowOf(mealId, one, known)),
      rows: recipe ? rowsOf(recipe, counts, known) : [],
      labelRows: recipe ? null : labelRowsOf(meal),
      steps: recipe?.steps ?? '',
      specials: specials.flatMap(({ mealId: of, deliveryId: _of, ...special }) =>
        of === mealId && same.some(({ window }) => window === special.window) ? [special] : [],
      ),
      coreCelsius,
      needs: coreCelsius === 0 ? [] : ['core'],
    };
  });
}

function windowOf(
  mealId: number,
  { window, total: { count, onHold } }: InWindow,
  { date, done, missing, portions }: Known,
): BenchTrayReply['windows'][number] {
  const isHere = (one: { window: DeliveryWindow; mealId: number }) =>
    one.window === window && one.mealId === mealId;
  return {
    date,
    window,
    count,
    held: onHold,
    done: done.get(window)?.get(mealId) ?? 0,
    short: missing.filter((one) => isToPack(one) && isHere(one)).map(({ stop }) => stop),
    portions: portions
      .filter(isHere)
      .map(({ itemId, deliveryId, key }) => ({ itemId, deliveryId, key })),
  };
}

type MenuMeal = {
  name: string;
  version: number;
  ingredients: string;
  servingGrams: number | null;
  coreCelsius: number | null;
};

async function listMenu(db: Database): Promise<Map<number, MenuMeal>> {
  const rows = await db.select().from(meals);
  return new Map(rows.map((meal) => [meal.id, meal]));
}

/** As the label says, of one tray. */
function labelRowsOf(meal: Pick<MenuMeal, 'name' | 'ingredients' | 'servingGrams'>) {
  return rollUpIngredients([meal]).ingredients.map(({ name, grams }) => ({ name, grams }));
}

type Sums = { book: StoredBook; weighings: ReadonlyMap<string, Weighing[]> };

function rowsOf(
  { mealId, basis, lines }: StoredMealRecipe,
  portions: readonly number[],
  { book, weighings }: Sums,
): BenchTrayReply['rows'] {
  return lines.map((line) => {
    const used = usedIn(line, book);
    const amounts = trayAmounts({ ...used, qty: line.qty }, basis, portions);
    return {
      lineId: used.lineId,
      name: used.name,
      prep: line.prep ?? '',
      unit: used.baseUnit,
      perTray: amounts.perTray,
      sums: amounts.windows,
      takeOut: used.isTakenOut ? amounts.takeOut : null,
      cookedAbout: cookedAbout(amounts.perTray, weighings.get(`${mealId} ${used.lineId}`) ?? []),
    };
  });
}

function usedIn(line: BookLine, { ingredients, components }: StoredBook) {
  if ('componentId' in line) {
    const component = components.get(line.componentId);
    return {
      lineId: `c${line.componentId}`,
      name: component?.name ?? '',
      baseUnit: component?.baseUnit ?? ('g' as const),
      lossBp: line.lossBp ?? 0,
      isTakenOut: false,
    };
  }
  const ingredient = ingredients.get(line.ingredientId);
  return {
    lineId: `i${line.ingredientId}`,
    name: ingredient?.name ?? '',
    baseUnit: ingredient?.baseUnit ?? ('g' as const),
    lossBp: line.lossBp ?? ingredient?.lossBp ?? 0,
    isTakenOut: ingredient?.isBought ?? true,
  };
}

/** By meal and line, the newest first. */
async function listWeighings(db: Database): Promise<Map<string, Weighing[]>> {
  const rows = await db.select().from(cookedWeights).orderBy(desc(cookedWeights.at));
  return Map.groupBy(rows, ({ mealId, lineId }) => `${mealId} ${lineId}`);
}

/** Each portion that is cooked for a day, by its key. */
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
  const orderIds = await listOrdersWithNotes(db, date);
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
  const { deliveryId, window, stop, people: inBag, items, specialWords } = bag;
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
        stop,
        window,
      },
    ];
  });
}
