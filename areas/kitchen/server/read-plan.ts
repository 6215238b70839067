import { and, between, inArray, isNotNull } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays, daysBetween, type PlainDate, weekdayOf } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { windowsOfWeekday, withDaysOpen } from '#areas/business/rules/offered-windows.ts';
import { type DeliveryWindow, inTimeOrder } from '#areas/business/rules/delivery-windows.ts';
import { cutoffFor } from '#areas/business/rules/ordering-week.ts';
import { forecast, type Forecast } from '#areas/kitchen/rules/forecast.ts';
import {
  type EnteredMinutes,
  type KitchenClock,
  minutesOfComponent,
  minutesOfMeal,
} from '#areas/kitchen/rules/kitchen-clock.ts';
import {
  planProduction,
  type PlannedComponent,
  type MealToPlan,
  type ProductionPlan,
  type ServedMeal,
} from '#areas/kitchen/rules/plan-production.ts';
import type { RecipeLine } from '#areas/menu/rules/recipe.ts';
import { LONGEST_KEEPS_DAYS } from '#areas/menu/rules/recipe-limits.ts';
import type { BookLine } from '#areas/menu/rules/recipe-book.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import type { ComponentRow } from '#areas/menu/server/tables/recipes.ts';
import { type BatchRow, batches } from '#areas/kitchen/server/tables/batches.ts';
import { loadRecipeBook, type StoredBook } from '#areas/menu/server/load-recipe-book.ts';
import { type CountedMeal, countServed } from '#areas/kitchen/server/count-portions.ts';
import { loadSalesHistory } from '#areas/kitchen/server/sales-history.ts';

export type PlanQuestion = {
  /** Delivery dates. */
  from: PlainDate;
  to: PlainDate;
  /** On which of them what is not ordered yet counts too: all that can still be ordered, none, or these. */
  forecast: 'on' | 'off' | PlainDate[];
};

export type PlannedPortions = {
  mealId: number;
  date: PlainDate;
  ordered: number;
  forecast: Forecast | null;
  /** Past days, when they are too few; null: enough, or not asked for. */
  tooFewDays: number | null;
  portions: number;
  /** The same by window. What is only expected counts for the first of the day: the earlier decides. */
  windows: { window: DeliveryWindow; portions: number }[];
};

const MENU_MEAL = {
  id: meals.id,
  name: meals.name,
  version: meals.version,
  ingredients: meals.ingredients,
  servingGrams: meals.servingGrams,
  shelfLifeDays: meals.shelfLifeDays,
  coreCelsius: meals.coreCelsius,
};
export type MenuMeal = Pick<typeof meals.$inferSelect, keyof typeof MENU_MEAL>;

export type KitchenPlan = ProductionPlan & {
  today: PlainDate;
  days: { date: PlainDate; isOpenForOrders: boolean; hasForecast: boolean }[];
  served: PlannedPortions[];
  menu: ReadonlyMap<number, MenuMeal>;
  book: StoredBook;
  /** Planned and done ones, of some days before too. */
  batches: BatchRow[];
  /** Closed are only days for which nothing is sold. */
  business: BusinessFacts;
};

/**
 * Batches and deliveries this long before a range can still matter to it: what keeps longest, after what was cooked for it
 * in turn.
 */
const LEAD_DAYS = 2 * LONGEST_KEEPS_DAYS;

export async function readPlan(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  asked: PlanQuestion,
): Promise<KitchenPlan> {
  const { business: facts } = await context.site.current();
  const now = context.clock();
  const today = wallTimeAt(now, facts.timeZone).date;
  // One view of the database: an order that arrives meanwhile is in all of it or in none.
  return context.db.transaction(
    async (tx) => {
      const book = await loadRecipeBook(tx);
      const menu = await loadMenu(tx);
      const lead = await countServed(tx, {
        from: addDays(asked.from, -LEAD_DAYS),
        to: addDays(asked.from, -1),
      });
      const counted = await countServed(tx, asked);
      const business = { ...facts, closures: closuresApartFrom([...lead, ...counted], facts) };
      const days = daysOf(asked).map((date) => {
        const isOpenForOrders = now < cutoffFor(date, facts);
        return { date, isOpenForOrders, hasForecast: isOpenForOrders && isChosen(asked, date) };
      });
      const served = await planMeals(tx, counted, { days, menu: menu.all, today, business: facts });
      const rows = await loadBatches(tx, asked);
      const shelfLifeOf = (mealId: number) =>
        menu.byId.get(mealId)?.shelfLifeDays ?? business.keepsFreshDays;
      const plan = planProduction({
        from: asked.from,
        served: [
          ...lead,
          ...served.flatMap(({ mealId, date, windows }) =>
            windows.map((each) => ({ mealId, date, ...each })),
          ),
        ].map(({ mealId, date, window, portions }): ServedMeal => ({
          mealId,
          deliveryDate: date,
          window,
          portions,
          shelfLifeDays: shelfLifeOf(mealId),
        })),
        ...recipesOf(book),
        kitchen: kitchenOf(business),
        ...whatIsCooked(rows),
      });
      return { ...plan, today, days, served, menu: menu.byId, book, batches: rows, business };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** What was sold by phone for a day on which the kitchen is closed is cooked and bought for like any other. */
function closuresApartFrom(
  sold: readonly CountedMeal[],
  { closures }: Pick<BusinessFacts, 'closures'>,
): BusinessFacts['closures'] {
  const worked = new Set(sold.map(({ date }) => date));
  return [...worked].reduce(
    (left, date) => withDaysOpen({ closures: left }, { from: date, until: date }),
    closures,
  );
}

export function kitchenOf({
  kitchenHours,
  closures,
  timeZone,
  packBeforeMinutes,
}: Pick<
  BusinessFacts,
  'kitchenHours' | 'closures' | 'timeZone' | 'packBeforeMinutes'
>): KitchenClock {
  return { hours: kitchenHours, closures, timeZone, packBeforeMinutes };
}

function daysOf({ from, to }: PlanQuestion): PlainDate[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => addDays(from, day));
}

function isChosen({ forecast: chosen }: PlanQuestion, date: PlainDate): boolean {
  return Array.isArray(chosen) ? chosen.includes(date) : chosen === 'on';
}

async function loadMenu(tx: Transaction) {
  const all: MenuMeal[] = await tx.select(MENU_MEAL).from(meals);
  return { all, byId: new Map(all.map((meal) => [meal.id, meal])) };
}

async function planMeals(
  tx: Transaction,
  counted: readonly CountedMeal[],
  {
    days,
    menu,
    today,
    business,
  }: Pick<KitchenPlan, 'days' | 'today' | 'business'> & { menu: readonly MenuMeal[] },
): Promise<PlannedPortions[]> {
  const ordered = Map.groupBy(counted, (row) => `${row.mealId} ${row.date}`);
  const dates = days.filter(({ hasForecast }) => hasForecast).map(({ date }) => date);
  const knownBefore = () => today;
  const sales =
    dates.length > 0 ? await loadSalesHistory(tx, { dates, knownBefore }, business) : null;
  return days.flatMap(({ date, hasForecast }) =>
    menu.flatMap((meal): PlannedPortions[] => {
      const windows = ordered.get(`${meal.id} ${date}`) ?? [];
      const count = windows.reduce((sum, { portions }) => sum + portions, 0);
      const plain = {
        mealId: meal.id,
        date,
        ordered: count,
        forecast: null,
        portions: count,
        windows,
      };
      if (!hasForecast || !sales?.isOnSale(meal.id, date))
        return count > 0 ? [{ ...plain, tooFewDays: null }] : [];
      const most = sales.mostOn(meal.id, date);
      const expected = forecast(sales.pastDays(meal.id, date), count, most);
      if ('reason' in expected) return count > 0 ? [{ ...plain, tooFewDays: expected.days }] : [];
      if (expected.plan === 0 && count === 0) return [];
      const portions = expected.plan;
      return [
        {
          ...plain,
          forecast: expected,
          tooFewDays: null,
          portions,
          windows: withExpected(windows, portions - count, firstWindow(date, windows, business)),
        },
      ];
    }),
  );
}

function firstWindow(
  date: PlainDate,
  ordered: readonly { window: DeliveryWindow }[],
  business: BusinessFacts,
): DeliveryWindow {
  const offered = windowsOfWeekday(business, weekdayOf(date));
  const [first] = inTimeOrder([...offered, ...ordered.map(({ window }) => window)]);
  return first ?? business.defaultWindow;
}

function withExpected(
  windows: PlannedPortions['windows'],
  more: number,
  first: DeliveryWindow,
): PlannedPortions['windows'] {
  if (more <= 0) return windows;
  const ordered = windows.find(({ window }) => window === first)?.portions ?? 0;
  return [
    { window: first, portions: ordered + more },
    ...windows.filter(({ window }) => window !== first),
  ];
}

function loadBatches(tx: Transaction, { from, to }: PlanQuestion): Promise<BatchRow[]> {
  return tx
    .select()
    .from(batches)
    .where(
      and(
        isNotNull(batches.componentId),
        inArray(batches.state, ['planned', 'done']),
        between(batches.cookDate, addDays(from, -LEAD_DAYS), to),
      ),
    )
    .orderBy(batches.cookDate, batches.id);
}

function whatIsCooked(rows: readonly BatchRow[]) {
  const done = rows.filter(({ state }) => state === 'done');
  return {
    cooked: done.flatMap(({ componentId, cookDate, madeQty, leftQty, wastedQty }) =>
      componentId === null || madeQty === null
        ? []
        : [
            {
              componentId,
              cookDate,
              madeQty,
              qty: Math.max(0, madeQty - leftQty - wastedQty),
              leftQty,
            },
          ],
    ),
    pins: rows.flatMap(({ componentId, cookDate, state }) =>
      componentId === null || state !== 'planned' ? [] : [{ componentId, cookDate }],
    ),
  };
}

/** The book as the sums want it: each line with the loss that counts. */
export function recipesOf(book: StoredBook) {
  const lines = (list: readonly BookLine[]): RecipeLine[] =>
    list.map((line) =>
      'componentId' in line
        ? { componentId: line.componentId, qty: line.qty, lossBp: line.lossBp ?? 0 }
        : {
            ingredientId: line.ingredientId,
            qty: line.qty,
            lossBp: line.lossBp ?? book.ingredients.get(line.ingredientId)?.lossBp ?? 0,
          },
    );
  return {
    meals: new Map(
      [...book.meals].map(([id, meal]): [number, MealToPlan] => [
        id,
        {
          basis: meal.basis,
          lines: lines(meal.lines),
          minutes: minutesOfMeal(enteredMinutes(meal)),
        },
      ]),
    ),
    components: new Map(
      [...book.components].map(([id, component]): [number, PlannedComponent] => [
        id,
        {
          pot: component.potQty,
          min: component.minQty,
          wholePots: component.wholePots,
          keepsDays: component.keepsDays,
          cookAheadDays: component.cookAheadDays,
          readyDaysBefore: component.readyDaysBefore,
          restartsLife: component.restartsLife,
          minutes: minutesOfComponent(enteredMinutes(component)),
          lines: lines(component.lines),
        },
      ]),
    ),
  };
}

type StoredMinutes = Pick<
  ComponentRow,
  'handsMinutes' | 'restMinutes' | 'cookMinutes' | 'chillMinutes'
>;

export function enteredMinutes(row: StoredMinutes): EnteredMinutes {
  const { handsMinutes, restMinutes, cookMinutes, chillMinutes } = row;
  return { hands: handsMinutes, rest: restMinutes, cook: cookMinutes, chill: chillMinutes };
}
