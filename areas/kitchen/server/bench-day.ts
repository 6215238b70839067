/** The bench of a work day and the next: what is cooked, filled and measured, in one reply that a tablet keeps. */
import type { FastifyInstance } from 'fastify';
import { type BenchReply, getBench, sendBenchWords } from '#areas/kitchen/calls/bench.ts';
import { potIdText } from '#areas/kitchen/rules/bench-words.ts';
import { isOfFood } from '#areas/kitchen/rules/readings.ts';
import { isChilled } from '#areas/kitchen/rules/kitchen-clock.ts';
import type { PlannedCooking } from '#areas/kitchen/rules/plan-production.ts';
import { listAskedPots, readPotWords, takeWords } from '#areas/kitchen/server/bench-words.ts';
import { describeMeals, listTrays, usedIn, type WorkedTray } from './bench-trays.ts';
import { describeLines, describeUsers } from './production-plan.ts';
import { type CountedStops, countGiftCards, countsOf, countStops } from './count-portions.ts';
import { listGoods } from '#areas/kitchen/server/list-goods.ts';
import { kitchenOf, type KitchenPlan, type PlanQuestion, readPlan } from './read-plan.ts';
import type { BatchRow } from '#areas/kitchen/server/tables/batches.ts';
import type { StoredBook } from '#areas/menu/server/load-recipe-book.ts';
import { describeExpected, listExpected } from '#areas/kitchen/server/describe-food-safety.ts';
import {
  describeTemperatures,
  listUnanswered,
  readRecord,
  toReadingReply,
} from '#areas/kitchen/server/read-readings.ts';
import { countUndecided } from '#areas/order-book/server/open-balances.ts';
import { numberRuns } from '#areas/order-book/server/number-runs.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import { formatDayAndMonth, addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { instantOf, toInstantText, wallText, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { assertDefined } from '#platform/server/errors.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { mayDo, recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';

type Kitchen = Pick<Context, 'db' | 'clock' | 'site'>;

/** From then on, cooks look at the next day. */
const EVENING_MINUTE = 18 * 60;
/** Beyond this nothing that is needed can change what is cooked today. */
const PLANNED_DAYS = 14;

type DayReply = BenchReply['days'][number];

/** `askedFor` left out: today, after 6pm tomorrow. */
async function describeBench(
  context: Kitchen,
  staff: StaffMember,
  askedFor: PlainDate | undefined,
): Promise<BenchReply> {
  return {
    ...(await readBench(context, askedFor)),
    staffId: staff.id,
    staffName: recordedName(staff),
    mayCook: mayDo(staff, 'cook'),
    mayRunOut: mayDo(staff, 'settleRunOut'),
    mayPack: mayDo(staff, 'pack'),
    mayDrive: mayDo(staff, 'drive'),
    asked: await listAskedPots(context, staff.id),
  };
}

/** Whose bench it is, what their role may do, and what they are asked. */
type OfOne = 'staffId' | 'staffName' | Extract<keyof BenchReply, `may${string}`> | 'asked';

/** The same for everyone: what a work day and the next have to cook, fill and measure. */
export async function readBench(
  context: Kitchen,
  askedFor: PlainDate | undefined,
): Promise<Omit<BenchReply, OfOne>> {
  const { db } = context;
  const { business } = await context.site.current();
  const now = context.clock();
  const { date: today, minuteOfDay } = wallTimeAt(now, business.timeZone);
  const opens = minuteOfDay >= EVENING_MINUTE ? addDays(today, 1) : today;
  const date = askedFor ?? opens;
  const dates = [date, addDays(date, 1)];
  // What is filled on the second may go out the day after.
  const deliveryDates = [...dates, addDays(date, 2)];
  const [plan, measured, goods, ofDays] = await Promise.all([
    readPlan(context, planOf(date, today)),
    readMeasured(context, dates, today),
    listGoods(context, { search: '', inHouse: 'yes' }),
    Promise.all(
      dates.map(async (each) => ({
        out: bagsOf(await countStops(db, each)),
        giftCards: await countGiftCards(db, each),
        waiting: await countUndecided(db, each),
      })),
    ),
    Promise.all(deliveryDates.map((each) => numberRuns(db, { date: each }))),
  ]);
  const sources = { ...plan, business, clock: kitchenOf(plan.business) };
  const trays = await Promise.all(deliveryDates.map((each) => listTrays(db, each, sources)));
  const pots = await listPots(db, plan, today);
  const onDays = {
    pots: pots.filter((pot) => dates.some((each) => pot.dates.includes(each))),
    trays: trays.flat().filter(({ workDate }) => dates.includes(workDate)),
  };
  const meals = await describeMeals(db, onDays.trays, plan);
  const days = dates.map((each, index): DayReply => ({
    date: each,
    pots: onDays.pots.flatMap(({ dates: on, name: _name, ...pot }) =>
      on.includes(each) ? [pot] : [],
    ),
    trays: traysOn(each, onDays.trays),
    readings: measured.readings.filter((reading) => reading.date === each),
    ...assertDefined(ofDays[index], 'a day'),
  }));
  return {
    now: toInstantText(now),
    date,
    today,
    opens,
    // In the morning the tablet may have no signal.
    until: toInstantText(instantOf({ date: addDays(date, 2), minuteOfDay: 0 }, business.timeZone)),
    coreCelsius: business.coreCelsius,
    ...describeNamed(onDays.pots, meals, plan.book, lotsOf(goods.lots)),
    meals,
    days,
    chills: measured.chills,
    due: measured.due,
    failed: measured.failed,
  };
}

async function readMeasured(context: Kitchen, dates: readonly PlainDate[], today: PlainDate) {
  const [date = today, until = date] = dates;
  // In the evening it shows tomorrow: what is missing of today and yesterday stays in sight.
  const period = { from: addDays(date < today ? date : today, -1), to: until };
  const [{ readings, chills }, failed, record] = await Promise.all([
    describeTemperatures(context, { from: date, to: until }),
    listUnanswered(context.db),
    readRecord(context.db, period),
  ]);
  const { expected } = await listExpected(context, period, record);
  return {
    readings: readings.filter((reading) => reading.isStanding && isOfFood(reading)),
    chills,
    // What is chilling is called for by its chill.
    due: expected
      .filter(({ state, callAt }) => (state === 'due' || state === 'missing') && callAt === null)
      .map(describeExpected),
    failed: failed.map((reading) => toReadingReply(reading, { isStanding: true })),
  };
}

/** What can change what is cooked on that day. */
export function planOf(date: PlainDate, today: PlainDate): PlanQuestion {
  return { from: date < today ? date : today, to: addDays(date, PLANNED_DAYS), forecast: 'on' };
}

function traysOn(date: PlainDate, trays: readonly WorkedTray[]): DayReply['trays'] {
  return trays
    .flatMap(({ workDate, ...tray }) => (workDate === date ? [tray] : []))
    .toSorted((a, b) => compareText(a.packBy, b.packBy) || compareText(a.name, b.name));
}

type Lots = ReadonlyMap<string, BenchReply['foods'][number]['lots']>;

function lotsOf(lots: Awaited<ReturnType<typeof listGoods>>['lots']): Lots {
  const byFood = Map.groupBy(lots, ({ ingredientId }) => `i${ingredientId}`);
  return new Map(
    [...byFood].map(([food, same]) => [
      food,
      same.map(({ id, supplier, supplierLot, useBy, receivedBy }) => {
        const from =
          [supplier, supplierLot].filter(Boolean).join(' ') || `taken in by ${receivedBy}`;
        return { id, text: useBy === null ? from : `${from}, use by ${formatDayAndMonth(useBy)}` };
      }),
    ]),
  );
}

function describeNamed(
  pots: readonly WorkedPot[],
  meals: BenchReply['meals'],
  book: StoredBook,
  lots: Lots,
): Pick<BenchReply, 'components' | 'foods'> {
  const cooked = [...new Set(pots.map(({ componentId }) => componentId))].flatMap(
    (id) => book.components.get(id) ?? [],
  );
  const ofPots = cooked.flatMap(({ lines }) => lines);
  const ofMeals = meals.flatMap(({ mealId }) => book.meals.get(mealId)?.lines ?? []);
  const inPots = new Set(ofPots.map((line) => usedIn(line, book).id));
  const foods = new Map(
    [...ofPots, ...ofMeals].map((line) => {
      const { id, name, baseUnit, allergens } = usedIn(line, book);
      const here = inPots.has(id) ? (lots.get(id) ?? []) : [];
      return [id, { id, name, unit: baseUnit, allergens: allergens && [...allergens], lots: here }];
    }),
  );
  return {
    foods: [...foods.values()],
    components: cooked.map((component) => ({
      componentId: component.id,
      recipeVersion: component.version,
      name: component.name,
      unit: component.baseUnit,
      steps: component.steps,
      needs: [
        ...(component.coreCheck ? (['core'] as const) : []),
        ...(isChilled({ chillMinutes: component.chillMinutes }) ? (['cooling'] as const) : []),
      ],
      lines: component.lines.map((line) => ({ id: usedIn(line, book).id, prep: line.prep ?? '' })),
    })),
  };
}

type WorkedPot = DayReply['pots'][number] & {
  name: string;
  /** The work days on whose list it stands. */
  dates: PlainDate[];
};

/** The work days on whose list a pot stands are its `dates`. */
export async function listPots(
  db: Database,
  plan: KitchenPlan,
  today: PlainDate,
): Promise<WorkedPot[]> {
  const made = plan.batches.filter((row) => row.state === 'done' && row.pot !== null);
  const planned = plan.cookings.flatMap((cooking) => potsOf(cooking, plan, { made, today }));
  const all = [...planned, ...made.flatMap((row) => madePot(row, plan))];
  const words = await readPotWords(
    db,
    all.map(({ id }) => id),
  );
  return all
    .map((pot) => {
      const said = words.get(pot.id);
      if (pot.made) return { ...pot, made: { ...pot.made, key: said?.madeKey ?? null } };
      return said?.isStarted === true ? { ...pot, state: 'started' as const } : pot;
    })
    .toSorted((a, b) => compareText(a.startBy, b.startBy) || compareText(a.name, b.name));
}

/** Each gets the first number that no made pot of its day has. */
function potsOf(
  cooking: PlannedCooking,
  plan: KitchenPlan,
  { made, today }: { made: readonly BatchRow[]; today: PlainDate },
): WorkedPot[] {
  const { componentId, cookDate, times, batches } = cooking;
  const component = plan.book.components.get(componentId);
  if (!component) return [];
  const taken = new Set(
    made
      .filter((row) => row.componentId === componentId && row.cookDate === cookDate)
      .map(({ pot }) => pot),
  );
  const free = Array.from({ length: batches.length + taken.size }, (_, index) => index + 1).filter(
    (number) => !taken.has(number),
  );
  return batches.map((qty, index) => ({
    id: potIdText({ componentId, cookDate, number: free[index] ?? index + 1 }),
    componentId,
    name: component.name,
    planned: qty,
    startBy: wallText(times.start),
    cookAt: wallText(times.cook),
    chillAt: wallText(times.chill),
    readyBy: wallText(times.ready),
    users: describeUsers(cooking, plan),
    ...amountsOf(componentId, qty, plan.book),
    state: 'planned',
    made: null,
    dates: datesOf([times.start.date, cookDate], today),
  }));
}

/** On its days; what is late, today too. */
function datesOf(own: readonly PlainDate[], today: PlainDate): PlainDate[] {
  return [...new Set(own.every((date) => date < today) ? [...own, today] : own)];
}

function amountsOf(componentId: number, made: number, book: StoredBook) {
  const lines = describeLines({ componentId, made }, book);
  return { weigh: lines.map(({ net }) => net), takeOut: lines.map(({ gross }) => gross) };
}

function madePot(row: BatchRow, { book, business }: KitchenPlan): WorkedPot[] {
  const { componentId, cookDate, pot, madeQty, plannedQty, leftQty, wastedQty, by } = row;
  const component = componentId === null ? undefined : book.components.get(componentId);
  if (!component || componentId === null || pot === null || madeQty === null) return [];
  const doneAt = row.doneAt ?? row.createdAt;
  const at = wallText(wallTimeAt(doneAt.getTime(), business.timeZone));
  return [
    {
      id: potIdText({ componentId, cookDate, number: pot }),
      componentId,
      name: component.name,
      planned: plannedQty,
      startBy: at,
      cookAt: at,
      chillAt: at,
      readyBy: at,
      users: [],
      ...amountsOf(componentId, madeQty, book),
      state: 'made',
      made: {
        batchId: row.id,
        key: null,
        qty: madeQty,
        leftQty,
        wastedQty,
        at: toInstantText(doneAt.getTime()),
        by: by ?? '',
      },
      dates: [...new Set([cookDate, at.slice(0, 10)])],
    },
  ];
}

function bagsOf(stops: readonly CountedStops[]): DayReply['out'] {
  return [...Map.groupBy(stops, ({ window }) => window)]
    .map(([window, inWindow]) => {
      const { planned, cooked, packed, out, delivered, missed } = countsOf(inWindow);
      const left = out + delivered + missed;
      return { window, bags: planned + cooked + packed + left, packed: packed + left, left };
    })
    .toSorted((a, b) => compareText(a.window, b.window));
}

export function registerBenchRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getBench, ({ query, staff }) => describeBench(context, staff, query.date));

  staffRoute(app, sendBenchWords, ({ body, staff }) => takeWords(context, staff, body));
}
