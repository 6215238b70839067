/** What the crew does with a day's deliveries: cook, pack, give them to drivers, bring them. */
import { MINUTE_MS } from '#platform/rules/durations.ts';
import { isCareful } from '#areas/needs/rules/food-needs.ts';
import { randomUUID } from 'node:crypto';
import { and, eq, ne, notInArray } from 'drizzle-orm';
import { type PlainDate, addDays, daysBetween } from '#platform/rules/plain-date.ts';
import {
  type ReportedStatus,
  type Reporter,
  UNDO_SECONDS,
} from '#areas/order-book/rules/delivery.ts';
import { CONFIRMABLE } from '#areas/order-book/rules/judge-step.ts';
import { assignDrivers, getRun } from '#areas/delivery/server/driver-runs.ts';
import { checkPerson, closeBag, tickPortion } from '#areas/delivery/server/pack-bag.ts';
import { getPackDay } from '#areas/delivery/server/pack-day.ts';
import { reportDeliveries } from '#areas/delivery/server/report-deliveries.ts';
import { type DeliveryRow, deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { sendMessages, sendTexts } from '#areas/messages/server/send-messages.ts';
import { tickOff } from '#areas/kitchen/server/cook-ticks.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import { type EmptyStage, type Stage, seededRandom, todayAt } from '#app/server/stage.ts';
import { type StaffMember, recordedName } from '#platform/server/sign-in-port.ts';
import type { Tenths } from '#areas/kitchen/rules/temperature-limits.ts';
import type { CookedFood } from '#areas/kitchen/rules/expected-readings.ts';
import { saveChecks } from '#areas/kitchen/server/describe-food-safety.ts';
import { answerReading } from '#areas/kitchen/server/failed-food.ts';
import { listCookedFood } from '#areas/kitchen/server/cooked-food.ts';
import { recordReading } from '#areas/kitchen/server/record-reading.ts';
import { addTraining } from '#areas/staff/server/food-training.ts';

export async function listToBring(
  { context: { db } }: Stage,
  date: PlainDate,
): Promise<DeliveryRow[]> {
  const rows = await db
    .select({ delivery: deliveries })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(
      and(
        eq(deliveries.date, date),
        ne(deliveries.status, 'cancelled'),
        notInArray(orders.status, ['pending', 'cancelled']),
      ),
    );
  return rows
    .map(({ delivery }) => delivery)
    .toSorted(
      (a, b) => a.window.localeCompare(b.window) || (a.stop ?? 0) - (b.stop ?? 0) || a.id - b.id,
    );
}

export async function cook(stage: Stage, date: PlainDate, ids: readonly number[]): Promise<void> {
  const { context, crew, business } = stage;
  for (const window of windowsOn(business, date)) {
    const bags = await listBags(context.db, { date, window }, business);
    const items = bags.filter(({ deliveryId }) => ids.includes(deliveryId)).flatMap((b) => b.items);
    for (const [mealId, portions] of Map.groupBy(items, (item) => item.mealId)) {
      const tick = { date, window, mealId, count: portions.length, key: randomUUID() };
      await context.db.transaction((tx) => tickOff(tx, context, crew.kitchen, tick));
    }
  }
  await reportCooked(stage, date, ids);
}

/** Those of these deliveries that no tick finished. */
export async function reportCooked(
  stage: Stage,
  date: PlainDate,
  ids: readonly number[],
): Promise<void> {
  const planned = (await listToBring(stage, date))
    .filter(({ id, status }) => ids.includes(id) && status === 'planned')
    .map(({ id }) => id);
  await report(stage, { staff: stage.crew.kitchen, by: 'kitchen' }, planned, 'cooked');
}

/** As the office says it, which looks at the allergies itself. */
export async function reportPacked(stage: Stage, ids: readonly number[]): Promise<void> {
  await report(stage, { staff: stage.crew.manager, by: 'office' }, ids, 'packed');
}

/** Each of these bags, portion by portion; of `begun` only the first portion. */
export async function pack(
  { context, crew: { packer } }: Stage,
  ids: readonly number[],
  begun: number | undefined,
): Promise<void> {
  const { bags } = await getPackDay(context, packer, undefined);
  for (const bag of bags.filter(({ id }) => ids.includes(id) || id === begun)) {
    const deliveryId = bag.id;
    const items = bag.people.flatMap((person) => person.items);
    for (const { id: itemId } of bag.id === begun ? items.slice(0, 1) : items) {
      const tick = { deliveryId, itemId, state: 'ticked' as const, key: randomUUID() };
      await tickPortion(context, packer, tick);
    }
    if (bag.id === begun) continue;
    for (const { id: personId, food } of bag.people.filter(isCareful))
      await checkPerson(context, packer, { deliveryId, personId, food });
    await closeBag(context, packer, { deliveryId, status: 'packed', key: randomUUID() });
  }
}

/** The first half of each window's round to one driver, the rest to the other. */
export async function giveToDrivers(stage: Stage, date: PlainDate): Promise<void> {
  const { context, crew, business } = stage;
  for (const window of windowsOn(business, date)) {
    // First, because it numbers the stops by which the round is halved.
    const { version } = await getRun(context, { date, window });
    const all = await listToBring(stage, date);
    const ids = all.filter((one) => one.window === window).map(({ id }) => id);
    const half = Math.ceil(ids.length / 2);
    const parts = [ids.slice(0, half), ids.slice(half)].flatMap((halfOfIds, index) =>
      halfOfIds.length > 0 ? [{ driverId: crew.drivers[index]?.id ?? null, ids: halfOfIds }] : [],
    );
    if (parts.length === 0) continue;
    await assignDrivers(context, crew.manager, { date, window, version, parts });
  }
}

/** By whichever driver has it. Throws when one is refused. */
export async function reportFromRoad(
  stage: Stage,
  ids: readonly number[],
  status: 'out' | 'delivered' | 'missed',
  reason = '',
): Promise<void> {
  const { drivers } = stage.crew;
  for (const id of ids) {
    const [row] = await stage.context.db.select().from(deliveries).where(eq(deliveries.id, id));
    const driver = drivers.find((one) => one.id === row?.driverId) ?? drivers[0];
    await report(stage, { staff: driver, by: 'driver' }, [id], status, reason);
  }
}

async function report(
  { context }: Stage,
  sender: { staff: StaffMember; by: Reporter },
  ids: readonly number[],
  status: ReportedStatus,
  reason = '',
): Promise<void> {
  const place = status === 'delivered' ? 'At the front door' : '';
  const { results } = await reportDeliveries(
    context,
    sender,
    ids.map((id) => ({
      id,
      status,
      reason,
      place,
      notify: true,
      confirm: CONFIRMABLE,
      starts: status === 'out' && sender.by === 'driver',
    })),
  );
  const refused = results.find(({ ok }) => !ok);
  if (refused)
    throw new Error(`The demo could not set a delivery to ${status}: ${refused.message}`);
}

/** All emails and texts that are due once nobody can undo any more; what the jobs would do. */
export async function sendAllMessages(stage: EmptyStage): Promise<void> {
  const { context } = stage;
  await stage.moveTo(context.clock() + (UNDO_SECONDS + 1) * 1000);
  while ((await sendMessages(context)) > 0);
  while ((await sendTexts(context)) > 0);
}

/** For days so long ago, nobody looks at what is missing. */
const WHOLE_DAYS = 7;
const MEALS_MEASURED = 3;
/** Two degrees under what the kitchen asks: cooked on, and measured again. */
const UNDERDONE: Tenths = 730;
const COOKED_ON: Tenths = 768;
const WARM_FRIDGE: Tenths = 71;
const CHILL_STEP_MS = 40 * MINUTE_MS;
const NEXT_MS = 41_000;

const ON_SCREEN = {
  isHot: false,
  probe: 'Probe 1',
  source: 'screen',
  measuredBy: '',
  note: '',
  isNotNeeded: false,
} as const;

/** `isFailing`: a core that was not hot enough, and what was done about it. Today a fridge is too warm, and nobody has said. */
export async function measureDay(
  stage: Stage,
  date: PlainDate,
  { dayIndex, isFailing }: { dayIndex: number; isFailing: boolean },
): Promise<void> {
  const { context, crew, seed, business, now } = stage;
  const random = seededRandom(`${seed}:temperatures:${dayIndex}`);
  const today = todayAt(now, business);
  const add = (reading: {
    kind: 'probe_check' | 'fridge' | 'van';
    place?: string;
    tenths: Tenths;
  }) => recordReading(context, crew.kitchen, { ...ON_SCREEN, date, ...reading, key: randomUUID() });
  await add({ kind: 'probe_check', tenths: random.below(7) - 3 });
  await add({ kind: 'fridge', place: 'Cool room', tenths: 28 + random.below(16) });
  await add({ kind: 'van', tenths: 24 + random.below(20) });
  if (date === today) await add({ kind: 'fridge', place: 'Walk-in', tenths: WARM_FRIDGE });
  const cooked = await listCookedFood(context.db, { from: date, to: date }, business);
  const foods = cooked.filter(({ coreCelsius }) => coreCelsius !== null);
  const isShown = daysBetween(date, today) <= WHOLE_DAYS;
  const measured = isShown ? foods : foods.slice(0, MEALS_MEASURED);
  for (const [turn, food] of measured.entries())
    await measureFood(stage, food, { tenths: 765 + random.below(110), isChilled: isShown, turn });
  const [first] = foods;
  if (!isFailing || first === undefined) return;
  const core = (tenths: Tenths) =>
    recordReading(context, crew.kitchen, {
      ...ON_SCREEN,
      ...mealOf(first),
      kind: 'core',
      tenths,
      key: randomUUID(),
    });
  const { id } = await core(UNDERDONE);
  await answerReading(context, crew.kitchen, { id, action: 'cooked_on' });
  await core(COOKED_ON);
}

function mealOf({ date, window, mealId, batchId }: CookedFood) {
  return {
    date,
    ...(batchId !== null && { batchId }),
    ...(window !== null && { window }),
    ...(mealId !== null && { mealId }),
  };
}

/** Its core, and down to 5 °C in the hours after it. */
async function measureFood(
  { context, crew: { kitchen }, now }: Stage,
  food: CookedFood,
  { tenths, isChilled, turn }: { tenths: Tenths; isChilled: boolean; turn: number },
): Promise<void> {
  const begun = context.clock();
  const step = Math.min(CHILL_STEP_MS, Math.floor((now - begun) / 4));
  // One after the other, and each in time: four readings in two minutes would be marked.
  const from = begun + Math.min(turn * NEXT_MS, Math.floor(step * 0.7));
  const lines = [
    { kind: 'core', after: 0, tenths },
    ...(isChilled && food.isChilled
      ? ([
          { kind: 'chill_start', after: 0.2 },
          { kind: 'reached_21', after: 1.2, tenths: 160 + ((turn * 13) % 40) },
          { kind: 'reached_5', after: 2.2, tenths: 35 + ((turn * 7) % 12) },
        ] as const)
      : []),
  ] as const;
  for (const { after, ...line } of lines)
    await recordReading({ ...context, clock: () => from + Math.floor(after * step) }, kitchen, {
      ...ON_SCREEN,
      ...mealOf(food),
      ...line,
      key: randomUUID(),
    });
}

/** From today on, so that no day before has gaps; nobody has looked at the freezer yet. */
export async function setUpChecks({ context, crew, business, now }: Stage): Promise<void> {
  const { owner } = crew;
  await saveChecks(context, owner, {
    checks: [
      { kind: 'fridge', place: 'Cool room' },
      { kind: 'fridge', place: 'Walk-in' },
      { kind: 'freezer', place: 'Chest freezer' },
    ],
    supervisor: {
      name: recordedName(owner),
      certifiedOn: addDays(todayAt(now, business), -400),
    },
  });
}

/** The cook by a course; the packer has nothing on record. */
export async function trainCrew({ context, crew, business, now }: Stage): Promise<void> {
  const doneOn = addDays(todayAt(now, business), -90);
  for (const { id } of [crew.owner, crew.manager, crew.kitchen])
    await addTraining(context, crew.owner, {
      staffId: id,
      name: '',
      basis: 'course',
      what: 'Do food safely',
      doneOn,
      ends: null,
    });
}
