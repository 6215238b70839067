/** The bench of a work day and the next: what is cooked, filled and measured, in one reply that a tablet keeps. */
import { and, between, ne, not, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  type BenchDayReply,
  type BenchPotReply,
  type BenchReadingReply,
  type BenchReply,
  getBench,
  sendBenchWords,
} from '#areas/kitchen/calls/bench.ts';
import type { TemperatureReadingReply } from '#areas/kitchen/calls/temperatures.ts';
import { potIdText } from '#areas/kitchen/rules/bench-words.ts';
import { isChilled } from '#areas/kitchen/rules/plan/kitchen-clock.ts';
import type { PlannedCooking } from '#areas/kitchen/rules/plan/plan-production.ts';
import { listAskedPots, readPotWords, takeWords } from '#areas/kitchen/server/bench-words.ts';
import { listTrays, type WorkedTray } from '#areas/kitchen/server/bench-trays.ts';
import { describeLines, describeUsers } from '#areas/kitchen/server/describe-plan.ts';
import { countGiftCards } from '#areas/kitchen/server/count-portions.ts';
import { listGoods } from '#areas/kitchen/server/list-goods.ts';
import { kitchenOf, type KitchenPlan, readPlan } from '#areas/kitchen/server/read-plan.ts';
import type { BatchRow } from '#areas/kitchen/server/tables/batches.ts';
import { describeExpected, listExpected } from '#areas/kitchen/server/describe-food-safety.ts';
import {
  describeTemperatures,
  listUnanswered,
  readRecord,
  toReadingReply,
} from '#areas/kitchen/server/temperatures/read-readings.ts';
import { countUndecided } from '#areas/order-book/server/open-balances.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { numberRuns } from '#areas/order-book/server/number-runs.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import { formatDayAndMonth, addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { instantOf, toInstantText, wallText, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { mayDo, recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';

type Kitchen = Pick<Context, 'db' | 'clock' | 'site'>;

/** From then on, cooks look at the next day. */
const EVENING_MINUTE = 18 * 60;
/** Beyond this nothing that is needed can change what is cooked today. */
const PLANNED_DAYS = 14;

type Bench = Omit<BenchReply, 'staffId' | 'staffName' | 'mayCook' | 'mayRunOut' | 'asked'>;

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
    asked: await listAskedPots(context, staff.id),
  };
}

/** The same for everybody: what a work day and the next have to cook, fill and measure. */
export async function readBench(context: Kitchen, askedFor: PlainDate | undefined): Promise<Bench> {
  const { db } = context;
  const { business } = await context.site.current();
  const now = context.clock();
  const { date: today, minuteOfDay } = wallTimeAt(now, business.timeZone);
  const opens = minuteOfDay >= EVENING_MINUTE ? addDays(today, 1) : today;
  const date = askedFor ?? opens;
  const dates = [date, addDays(date, 1)];
  const from = date < today ? date : today;
  // What is filled on the second may go out the day after.
  const deliveryDates = [...dates, addDays(date, 2)];
  for (const each of deliveryDates) await numberRuns(db, { date: each });
  const plan = await readPlan(context, {
    from,
    to: addDays(date, PLANNED_DAYS),
    forecast: 'on',
  });
  const read = await readDays(context, plan, { dates, deliveryDates });
  const pots = await listPots(db, plan, { today, lots: read.lots });
  const days = await Promise.all(
    dates.map(async (each): Promise<BenchDayReply> => ({
      date: each,
      pots: pots.flatMap(({ dates: on, ...pot }) => (on.includes(each) ? [pot] : [])),
      trays: traysOn(each, read.trays),
      readings: read.temperatures.readings.flatMap((reading) =>
        reading.date === each && reading.isStanding ? [toBenchReading(reading)] : [],
      ),
      out: read.bags.get(each) ?? [],
      giftCards: await countGiftCards(db, each),
      waiting: await countUndecided(db, each),
    })),
  );
  return {
    now: toInstantText(now),
    date,
    today,
    opens,
    // In the morning the tablet may have no signal.
    until: toInstantText(instantOf({ date: addDays(date, 2), minuteOfDay: 0 }, business.timeZone)),
    coreCelsius: business.coreCelsius,
    days,
    chills: read.temperatures.chills,
    due: read.due,
    failed: read.failed,
  };
}

type Days = { dates: readonly PlainDate[]; deliveryDates: readonly PlainDate[] };

/** What these work days have beside the plan. */
async function readDays(context: Kitchen, plan: KitchenPlan, { dates, deliveryDates }: Days) {
  const { db } = context;
  const { business } = await context.site.current();
  const sources = { business, book: plan.book, clock: kitchenOf(plan.business) };
  const [date = plan.today, until = date] = dates;
  const [trays, temperatures, goods, bags, failed] = await Promise.all([
    Promise.all(deliveryDates.map((each) => listTrays(db, each, sources))),
    describeTemperatures(context, { from: date, to: until }),
    listGoods(context, { search: '', inHouse: 'yes' }),
    countBags(db, dates),
    listUnanswered(db),
  ]);
  // In the evening it shows tomorrow: what is missing of today and yesterday stays in sight.
  const since = addDays(date < plan.today ? date : plan.today, -1);
  const { readings } = await readRecord(db, { from: since, to: until });
  const { expected } = await listExpected(context, { from: since, to: until }, { readings });
  return {
    trays: trays.flat(),
    temperatures,
    lots: lotsOf(goods.lots),
    bags,
    // What is chilling is called for by its chill.
    due: expected
      .filter(({ state, callAt }) => (state === 'due' || state === 'missing') && callAt === null)
      .map(describeExpected),
    failed: failed.map((reading) => toBenchReading(toReadingReply(reading, { isStanding: true }))),
  };
}

function toBenchReading(reading: TemperatureReadingReply): BenchReadingReply {
  const { key, kind, place, mealId, batchId, mealName, date, timeSlot } = reading;
  const { tenths, at, by, pass, action } = reading;
  return {
    key,
    kind,
    place,
    mealId,
    batchId,
    mealName,
    date,
    timeSlot,
    tenths,
    at,
    by,
    pass,
    action,
  };
}

function traysOn(date: PlainDate, trays: readonly WorkedTray[]): BenchDayReply['trays'] {
  return trays
    .flatMap(({ workDate, ...tray }) => (workDate === date ? [tray] : []))
    .toSorted((a, b) => compareText(a.packBy, b.packBy) || compareText(a.name, b.name));
}

type Lots = ReadonlyMap<string, BenchPotReply['lines'][number]['lots']>;

/** By ingredient. */
function lotsOf(lots: Awaited<ReturnType<typeof listGoods>>['lots']): Lots {
  const byName = Map.groupBy(lots, ({ ingredient }) => ingredient);
  return new Map(
    [...byName].map(([name, same]) => [
      name,
      same.map(({ id, supplier, supplierLot, useBy, receivedBy }) => {
        const from =
          [supplier, supplierLot].filter(Boolean).join(' ') || `taken in by ${receivedBy}`;
        return { id, text: useBy === null ? from : `${from}, use by ${formatDayAndMonth(useBy)}` };
      }),
    ]),
  );
}

type WorkedPot = BenchPotReply & {
  /** The work days on whose list it stands. */
  dates: PlainDate[];
};

type Known = { today: PlainDate; lots: Lots };

async function listPots(db: Database, plan: KitchenPlan, known: Known): Promise<WorkedPot[]> {
  const made = plan.batches.filter((row) => row.state === 'done' && row.pot !== null);
  const planned = plan.cookings.flatMap((cooking) => potsOf(cooking, plan, { made, ...known }));
  const all = [...planned, ...made.flatMap((row) => madePot(row, plan, known))];
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
  { made, today, lots }: Known & { made: readonly BatchRow[] },
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
  const users = describeUsers(cooking, plan);
  return batches.map((qty, index) => ({
    id: potIdText({ componentId, cookDate, number: free[index] ?? index + 1 }),
    componentId,
    recipeVersion: component.version,
    name: component.name,
    unit: component.baseUnit,
    planned: qty,
    startBy: wallText(times.start),
    cookAt: wallText(times.cook),
    chillAt: wallText(times.chill),
    readyBy: wallText(times.ready),
    users: users.map(({ name, date, window, portions, qty: used }) => ({
      name,
      date,
      window,
      portions,
      qty: used,
    })),
    lines: linesOf(componentId, qty, plan, lots),
    steps: component.steps,
    state: 'planned',
    made: null,
    needs: needsOf(component),
    dates: datesOf([times.start.date, cookDate], today),
  }));
}

/** On its days; what is late, today too. */
function datesOf(own: readonly PlainDate[], today: PlainDate): PlainDate[] {
  return [...new Set(own.every((date) => date < today) ? [...own, today] : own)];
}

function linesOf(componentId: number, made: number, plan: KitchenPlan, lots: Lots) {
  return describeLines({ componentId, made }, plan.book).map(
    ({ name, prep, baseUnit, net, gross, isComponent, allergens }) => ({
      name,
      prep,
      unit: baseUnit,
      weigh: net,
      takeOut: gross,
      isComponent,
      allergens: allergens && [...allergens],
      lots: isComponent ? [] : (lots.get(name) ?? []),
    }),
  );
}

function madePot(row: BatchRow, { book, ...plan }: KitchenPlan, { lots }: Known): WorkedPot[] {
  const { componentId, cookDate, pot, madeQty, plannedQty, leftQty, wastedQty, by } = row;
  const component = componentId === null ? undefined : book.components.get(componentId);
  if (!component || componentId === null || pot === null || madeQty === null) return [];
  const doneAt = row.doneAt ?? row.createdAt;
  const at = wallText(wallTimeAt(doneAt.getTime(), plan.business.timeZone));
  return [
    {
      id: potIdText({ componentId, cookDate, number: pot }),
      componentId,
      recipeVersion: component.version,
      name: component.name,
      unit: component.baseUnit,
      planned: plannedQty,
      startBy: at,
      cookAt: at,
      chillAt: at,
      readyBy: at,
      users: [],
      lines: linesOf(componentId, madeQty, { book, ...plan }, lots),
      steps: component.steps,
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
      needs: needsOf(component),
      dates: [...new Set([cookDate, at.slice(0, 10)])],
    },
  ];
}

function needsOf({ coreCheck, chillMinutes }: { coreCheck: boolean; chillMinutes: number | null }) {
  return [
    ...(coreCheck ? (['core'] as const) : []),
    ...(isChilled({ chillMinutes }) ? (['cooling'] as const) : []),
  ];
}

/** How many bags of each window are packed, and have left. */
async function countBags(db: Database, dates: readonly PlainDate[]) {
  const [from = '', to = ''] = [dates[0], dates.at(-1)];
  const counted = (statuses: readonly string[]) =>
    sql<number>`(count(*) filter (where ${deliveries.status} in (${sql.join(
      statuses.map((status) => sql`${status}`),
      sql`, `,
    )})))::int`;
  const rows = await db
    .select({
      date: deliveries.date,
      window: deliveries.window,
      bags: sql<number>`count(*)::int`,
      packed: counted(['packed', 'out', 'delivered', 'missed']),
      left: counted(['out', 'delivered', 'missed']),
    })
    .from(deliveries)
    .where(
      and(
        between(deliveries.date, from, to),
        ne(deliveries.status, 'cancelled'),
        not(isTestOrder(deliveries.orderId)),
      ),
    )
    .groupBy(deliveries.date, deliveries.window)
    .orderBy(deliveries.window);
  return new Map(
    dates.map((each) => [
      each,
      rows.flatMap(({ date, ...window }) => (date === each ? [window] : [])),
    ]),
  );
}

export function registerBenchRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getBench, ({ query, staff }) => describeBench(context, staff, query.date));

  staffRoute(app, sendBenchWords, ({ body, staff }) => takeWords(context, staff, body));
}
