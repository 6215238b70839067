import type { FastifyInstance } from 'fastify';
import {
  openBench,
  type BenchDay,
  type BenchPot,
  type BenchTray,
} from '#areas/kitchen/calls/opened-bench.ts';
import { wallTimeText, linesAllergensText, shortUsersText } from '#areas/kitchen/rules/batches.ts';
import { listPots, planOf, readBench } from '#areas/kitchen/server/bench-day.ts';
import { readSpecials, workDateOf } from '#areas/kitchen/server/bench-trays.ts';
import { kitchenOf, readPlan } from '#areas/kitchen/server/read-plan.ts';
import type { WorkNow } from '#areas/printouts/rules/printout-state.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { serviceOf, type ServiceFacts } from '#areas/business/rules/services.ts';
import { formatExactQuantity } from '#areas/menu/rules/units.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { dietText } from '#areas/needs/rules/food-needs.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import { agreedText, helpingText, type KitchenBag } from '#areas/order-book/rules/kitchen-bag.ts';
import { needsOf } from '#areas/order-book/rules/food-check.ts';
import { TEMPERATURE_MARKS } from '#areas/order-book/rules/pack-bag.ts';
import { CARES } from '#areas/order-book/rules/special-people.ts';
import { listDriversOf } from '#areas/order-book/server/delivery-drivers.ts';
import { numberRuns } from '#areas/order-book/server/number-runs.ts';
import { getDayPrintouts, getPrepSheet } from '#areas/printouts/calls/printouts.ts';
import { dailyTotals, type PackedBag } from '#areas/printouts/rules/daily-totals.ts';
import { runSheet } from '#areas/printouts/rules/run-sheet.ts';
import type {
  PrepSheetContent,
  PrintedPot,
  PrintedSpecials,
  PrintedTray,
} from '#areas/printouts/server/drawer-port.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import {
  printoutOf,
  type SheetContext,
  type SheetFile,
  sheetFile,
  type SheetQuery,
  stampOf,
} from '#areas/printouts/server/make-sheet.ts';
import { isFromElsewhere, sendPrintout } from '#areas/printouts/server/printout-routes.ts';
import { NoDeliveries } from '#areas/printouts/server/printouts.ts';
import { formatDayFrom, formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import { csvOf } from '#platform/server/drawing/csv.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';

/** Throws NoDeliveries for a day on which nothing is cooked, filled or packed. */
async function makePrepSheet(context: SheetContext, query: SheetQuery): Promise<SheetFile> {
  const { date, format, isPreview } = query;
  await numberRuns(context.db, { date });
  const { business } = await context.site.current();
  const bags = await listBags(context.db, { date }, business);
  const printout = printoutOf('prep_sheet', { ...query, window: null, bags });
  if (format === 'csv') {
    if (bags.length === 0) throw new NoDeliveries(date);
    const { packingList } = dailyTotals(bags);
    return sheetFile(context, printout, prepSheetCsv(packingList, business), isPreview);
  }
  printout.work = await readWork(context, date);
  const stamp = await stampOf(context, 'Prep sheet', printout, isPreview);
  const content = { stamp, ...(await readPrepSheet(context, date, bags)) };
  if (bags.length + content.pots.length + content.trays.length === 0) throw new NoDeliveries(date);
  const body = await context.documents.draw({
    title: `Prep sheet ${date}`,
    kind: 'prep_sheet',
    content,
  });
  return sheetFile(context, printout, body, isPreview);
}

/**
 * The prep sheet of a day and the run sheet of each driver in one PDF; stops without a driver have one of their own. Recorded
 * as the two sheets that it has. Throws NoDeliveries.
 */
async function makeDayPrintouts(
  context: SheetContext,
  { date, isPreview }: Pick<SheetQuery, 'date' | 'isPreview'>,
): Promise<SheetFile> {
  await numberRuns(context.db, { date });
  const { business } = await context.site.current();
  const bags = await listBags(context.db, { date }, business);
  if (bags.length === 0) throw new NoDeliveries(date);
  const query = { date, window: null, format: 'pdf', isPreview, bags } as const;
  const [prep, run] = [printoutOf('prep_sheet', query), printoutOf('run_sheet', query)];
  prep.work = await readWork(context, date);
  const drivers = await listDriversOf(
    context.db,
    bags.map(({ deliveryId }) => deliveryId),
  );
  const driven = Map.groupBy(bags, ({ deliveryId }) => drivers.get(deliveryId)?.name ?? '');
  const names = [...driven.keys()].toSorted((a, b) => Number(a === '') - Number(b === ''));
  const runSheets = await Promise.all(
    names.map(async (name) => ({
      stamp: await stampOf(context, name ? `Run sheet of ${name}` : 'Run sheet', run, isPreview),
      runs: runSheet(driven.get(name) ?? [], null, business.suburbs),
    })),
  );
  const body = await context.documents.draw({
    title: `Prep sheet and run sheets ${date}`,
    kind: 'day_printouts',
    content: {
      prepSheet: {
        stamp: await stampOf(context, 'Prep sheet', prep, isPreview),
        ...(await readPrepSheet(context, date, bags)),
      },
      runSheets: runSheets.filter(({ runs }) => runs.length > 0),
    },
  });
  await sheetFile(context, run, body, isPreview);
  const { name } = await sheetFile(context, prep, body, isPreview);
  return { name: name.replace('prep-sheet', 'prep-and-run-sheets'), format: 'pdf', body };
}

/** `bags`: those that leave on `date`. */
async function readPrepSheet(
  context: SheetContext,
  date: PlainDate,
  bags: readonly KitchenBag[],
): Promise<Omit<PrepSheetContent, 'stamp'>> {
  const { business } = await context.site.current();
  const bench = openBench(await readBench(context, date));
  const day = bench.days.find((one) => one.date === date);
  const trays = day?.trays ?? [];
  const [someBag] = bags;
  return {
    date,
    timeZone: business.timeZone,
    services: business.services,
    totals: dailyTotals(bags, someBag ? windowsOn(business, someBag.date) : []),
    readFirst: await readFirst(context, date, trays),
    pots: day ? printedPots(day, business) : [],
    trays: trays.map((tray) => printedTray(tray, date, bench.coreCelsius)),
    waiting: day?.waiting ?? { orders: 0, meals: 0 },
  };
}

/** What a prep sheet says of a work day, and what it need not say any more. */
export async function readWork(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  date: PlainDate,
): Promise<WorkNow> {
  const { business } = await context.site.current();
  const { date: today } = wallTimeAt(context.clock(), business.timeZone);
  const plan = await readPlan(context, planOf(date, today));
  const pots = (await listPots(context.db, plan, today)).filter(({ dates }) =>
    dates.includes(date),
  );
  const unitOf = (id: number) => plan.book.components.get(id)?.baseUnit ?? 'g';
  const clock = kitchenOf(plan.business);
  const filled = plan.served.filter(({ mealId, date: of, windows }) =>
    windows.some(
      ({ window }) => workDateOf(plan.book.meals.get(mealId), { date: of, window }, clock) === date,
    ),
  );
  return {
    pots: pots
      .filter(({ made }) => !made)
      .map(({ id, name, componentId, planned, startBy }) => ({
        id,
        name,
        makes: formatExactQuantity(planned, unitOf(componentId)),
        startBy: wallTimeText(startBy, date),
      })),
    madeIds: pots.flatMap(({ id, made }) => (made ? [id] : [])),
    recipes: [...new Set(filled.map(({ mealId }) => mealId))].map((mealId) => ({
      mealId,
      name: plan.menu.get(mealId)?.name ?? '',
      recipe: plan.book.meals.get(mealId)?.version ?? null,
    })),
  };
}

/** Bags with a meal on this list, those with the sternest words first. */
async function readFirst(
  { db, site }: SheetContext,
  date: PlainDate,
  trays: readonly BenchTray[],
): Promise<PrintedSpecials[]> {
  const { business } = await site.current();
  const onList = new Map(
    trays.flatMap(({ name, mealId, date: day, windows }) =>
      windows.map(({ window }) => [`${day} ${window} ${mealId}`, name] as const),
    ),
  );
  const days = [...new Set(trays.map((tray) => tray.date))];
  const read = await Promise.all(days.map((day) => readSpecials(db, day, business)));
  return read
    .flatMap(({ bags, specials }) =>
      bags.flatMap((bag) => {
        const mealOf = (mealId: number) => onList.get(`${bag.date} ${bag.window} ${mealId}`);
        const filled = bag.items.filter(({ mealId }) => mealOf(mealId) !== undefined);
        if (filled.length === 0) return [];
        const careful = specials.flatMap(({ verdict, text, deliveryId, mealId }) => {
          const meal = deliveryId === bag.deliveryId ? mealOf(mealId) : undefined;
          return meal === undefined ? [] : [{ care: verdict, text, meal }];
        });
        // A line for each way of making, with its meals.
        const alike = Map.groupBy(careful, ({ care, text }) => `${care} ${text}`);
        const portions = [...alike.values()].flatMap(([first, ...same]) =>
          first === undefined
            ? []
            : [
                {
                  care: first.care,
                  text: `${first.text}: ${[first, ...same].map(({ meal }) => meal).join(', ')}`,
                },
              ],
        );
        const when = [windowLabel(bag.window), TEMPERATURE_MARKS[bag.temperature].toLowerCase()];
        const one: PrintedSpecials = {
          stop: bag.stop,
          orderNumber: bag.orderNumber,
          when: [...(bag.date === date ? [] : [formatDayAndMonth(bag.date)]), ...when].join(', '),
          people: bag.needs,
          instructions: bag.specialWords.length === 0 ? '' : bag.specialInstructions.trim(),
          portions,
          others: filled.length - careful.length,
        };
        return [one];
      }),
    )
    .toSorted((a, b) => sternness(a) - sternness(b));
}

function sternness({ portions }: PrintedSpecials): number {
  return Math.min(CARES.length, ...portions.map(({ care }) => CARES.indexOf(care)));
}

function printedPots(
  { date, pots }: BenchDay,
  { timeZone }: Pick<BusinessFacts, 'timeZone'>,
): PrintedPot[] {
  return pots.map((pot) => ({
    startBy: wallTimeText(pot.startBy, date),
    name: pot.name,
    makes: formatExactQuantity(pot.made?.qty ?? pot.planned, pot.unit),
    users: usersLine(pot.users, date),
    lines: (pot.made ? [] : pot.lines).map(({ name, unit, weigh, takeOut, isComponent }) => ({
      name,
      weigh: formatExactQuantity(weigh, unit),
      takeOut: isComponent ? null : formatExactQuantity(takeOut, unit),
    })),
    allergens: linesAllergensText(pot.lines),
    steps: pot.made ? '' : pot.steps,
    needs: pot.needs,
    made: madeText(pot.made, timeZone),
  }));
}

function usersLine(users: BenchPot['users'], date: PlainDate): string {
  const short = shortUsersText({ cookDate: date, users });
  return short === null ? '' : `${short.who}, ${short.days}`;
}

function madeText(made: BenchPot['made'], timeZone: string): string {
  if (!made) return '';
  const time = formatMinuteOfDay(wallTimeAt(Date.parse(made.at), timeZone).minuteOfDay);
  return `made ${time} ${made.by}`.trim();
}

function printedTray(tray: BenchTray, date: PlainDate, coreCelsius: number): PrintedTray {
  const { name, windows, rows, labelRows, steps, specials, needs } = tray;
  return {
    name,
    dayText: tray.date === date ? '' : formatDayFrom(tray.date, date),
    packBy: wallTimeText(tray.packBy, date),
    windows,
    rows,
    labelRows,
    steps,
    specials,
    core: needs.includes('core') ? `core ${tray.coreCelsius ?? coreCelsius} °C` : null,
  };
}

/** One row per portion, in packing order, so that a spreadsheet can count by any column. */
export function prepSheetCsv(
  packingList: readonly PackedBag[],
  business: ServiceFacts & Pick<BusinessFacts, 'timeZone'>,
): string {
  const portions = packingList.flatMap((bag) =>
    bag.items.map((item) => ({ bag, item, needs: needsOf(bag.people, item.personName) })),
  );
  return csvOf(
    {
      Window: ({ bag }) => windowLabel(bag.window),
      Stop: ({ bag }) => bag.stop,
      Order: ({ bag }) => bag.orderNumber,
      Status: ({ bag }) => bag.status,
      Customer: ({ bag }) => bag.customerName,
      Suburb: ({ bag }) => bag.suburb,
      'Warm or cold': ({ bag }) => bag.temperature,
      Person: ({ item }) => item.personName,
      'Meal type': ({ item }) => serviceOf(item.mealType, business).name,
      Meal: ({ item }) => item.meal.name,
      'Eat on': ({ item }) => item.mealDate,
      Allergens: ({ item }) => allergenStatement(item.meal.allergens),
      'Food words': ({ bag }) => bag.specialWords.join(' '),
      Instructions: ({ bag }) => bag.specialInstructions,
      Portion: ({ bag, item }) => helpingText(item, bag.items),
      'Person’s allergens': ({ needs }) => namesText([...needs.allergens, ...needs.avoid]),
      Diets: ({ needs }) => needs.diets.map(dietText).join(', '),
      Note: ({ needs }) => needs.note,
      Agreed: ({ item }) => item.override && agreedText(item.override, business),
      'On hold': ({ item }) => item.onHold ?? null,
    },
    portions,
  );
}

export function registerPrepSheetRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getPrepSheet, async ({ query, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    const { date, format } = query;
    const isPreview = query.preview || isFromElsewhere(reply);
    return sendPrintout(reply, await makePrepSheet(context, { date, format, isPreview }));
  });

  staffRoute(app, getDayPrintouts, async ({ query: { date, preview }, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    const isPreview = preview || isFromElsewhere(reply);
    return sendPrintout(reply, await makeDayPrintouts(context, { date, isPreview }));
  });
}
