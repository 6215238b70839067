/** Ticking off what is cooked, on several screens at once; deliveries whose meals are all done become cooked by it. */
import { randomUUID } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import {
  type CookMove,
  countedOf,
  deliveriesMovedBy,
  type DoneByMeal,
  totalsToCook,
} from '#areas/kitchen/rules/cook-progress.ts';
import type { Reporter } from '#areas/order-book/rules/delivery.ts';
import type { KitchenBag } from '#areas/order-book/rules/kitchen-bag.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { cookTicks } from '#areas/order-book/server/tables/packing.ts';
import { changeDelivery } from '#areas/delivery/server/change-delivery.ts';
import { assertDefined, Conflict, NotFound } from '#platform/server/errors.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import { recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';
import { lockStore, traceBatch, type TracedBy, untraceBatch } from './trace-batch.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { batches } from '#areas/kitchen/server/tables/batches.ts';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';

export type Tick = TickedMeal & {
  count: number;
  key: string;
  /** On the screen when it was tapped; left out: the present one. */
  mealVersion?: number | undefined;
  /** When it was tapped; left out: now. */
  at?: Instant;
};

/** What is done of a meal in a window, how many of them this tick was, and how many deliveries changed by it. */
type Ticked = { done: number; counted: number; total: number; deliveries: number };

/** What is said so much later was done without a connection: it is a fact, whatever has changed since. */
const IS_FACT_AFTER_MS = 2 * 60_000;

/**
 * Counts `count` portions as cooked, or takes them back. More than there are to cook are cooked, and not needed; less than
 * none is nothing. Throws NotFound for a meal that never was, and Conflict `recipe_changed` when the cook has just seen an
 * older recipe.
 */
export async function tickOff(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site' | 'foodBars'>,
  staff: StaffMember,
  tick: Tick,
): Promise<Ticked> {
  const { business } = await context.site.current();
  const { mealId } = tick;
  // Before any order, and by nobody else: ticks of a window take turns, so each sees what the others counted.
  await lockTicks(tx, tick);
  const bags = await listBags(tx, tick, business);
  const total = totalsToCook(bags).get(mealId) ?? 0;
  const before = await listDone(tx, tick);
  const count = countedOf(tick.count, before.get(mealId) ?? 0);
  await insertTick(tx, context, { staff, tick, count });
  const done = await listDone(tx, tick);
  const moves = deliveriesMovedBy(mealId, bags, done);
  const deliveries = await followTick(tx, context, staff, { tick, bags, moves, by: 'kitchen' });
  return { done: done.get(mealId) ?? 0, counted: count, total, deliveries };
}

type TickedMeal = SlotKey & { mealId: number };

type Followed = {
  tick: TickedMeal;
  bags: readonly KitchenBag[];
  moves: readonly CookMove[];
  by: Reporter;
  reason?: string;
};

/** What a tick makes of deliveries, and of the batch of the meal. How many deliveries changed. */
export async function followTick(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site' | 'foodBars'>,
  staff: StaffMember,
  { tick, bags, moves, by, reason = '' }: Followed,
): Promise<number> {
  const { business } = await context.site.current();
  const { timeZone } = business;
  const sender = { staff, by, changeId: randomUUID(), timeZone, business };
  const orderOf = new Map(bags.map((bag) => [bag.deliveryId, bag.orderId]));
  // Orders are locked by their ids, like everywhere.
  const byOrder = moves.toSorted(
    (a, b) => (orderOf.get(a.deliveryId) ?? 0) - (orderOf.get(b.deliveryId) ?? 0),
  );
  let changed = 0;
  for (const { deliveryId, status } of byOrder) {
    const report = { id: deliveryId, status, reason, place: '', notify: false };
    const result = await changeDelivery(tx, context, report, sender);
    if (result?.ok) changed += 1;
  }
  await followCooked(tx, context, { staff, tick, timeZone });
  return changed;
}

/** The store is locked after all orders, like everywhere. */
async function followCooked(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { staff, tick, timeZone }: { staff: StaffMember; tick: TickedMeal; timeZone: string },
): Promise<void> {
  await lockStore(tx);
  const { mealId, date } = tick;
  const ofMeal = (await selectDone(tx, { date })).filter((row) => row.mealId === mealId);
  await followAssembly(
    tx,
    { now: context.clock(), timeZone, name: recordedName(staff) },
    {
      mealId,
      deliveryDate: date,
      portions: ofMeal.reduce((sum, { done }) => sum + Math.max(0, done), 0),
    },
  );
}

export async function listDoneOfDay(
  db: Database,
  date: PlainDate,
): Promise<Map<DeliveryWindow, DoneByMeal>> {
  const rows = await selectDone(db, { date });
  const byWindow = Map.groupBy(rows, ({ window }) => window);
  return new Map([...byWindow].map(([window, tickedRows]) => [window, doneByMeal(tickedRows)]));
}

export async function listDone(tx: Transaction, slot: SlotKey): Promise<DoneByMeal> {
  return doneByMeal(await selectDone(tx, slot));
}

function doneByMeal(rows: readonly { mealId: number; done: number }[]): DoneByMeal {
  return new Map(rows.map(({ mealId, done }) => [mealId, Math.max(0, done)]));
}

function selectDone(
  db: Database | Transaction,
  { date, window }: { date: PlainDate; window?: DeliveryWindow },
) {
  return db
    .select({
      window: cookTicks.window,
      mealId: cookTicks.mealId,
      done: sql<number>`sum(${cookTicks.count})::int`,
    })
    .from(cookTicks)
    .where(
      and(
        eq(cookTicks.date, date),
        window === undefined ? undefined : eq(cookTicks.window, window),
      ),
    )
    .groupBy(cookTicks.window, cookTicks.mealId);
}

export async function lockTicks(tx: Transaction, { date, window }: SlotKey): Promise<void> {
  const name = `cook ${date} ${window}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

type Counted = { staff: StaffMember; tick: Tick; count: number };

/** Portions that are taken back are of the newest versions that have been ticked: a line for each. */
export async function insertTick(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { staff, tick, count }: Counted,
): Promise<void> {
  const lines =
    count < 0
      ? takenFrom(await listVersions(tx, tick), -count)
      : [{ version: await versionOf(tx, context, { tick, count }), count }];
  if (lines.length === 0) return;
  await tx.insert(cookTicks).values(
    lines.map((line, index) => ({
      date: tick.date,
      window: tick.window,
      mealId: tick.mealId,
      mealVersion: line.version,
      asked: tick.count,
      count: line.count,
      at: new Date(tick.at ?? context.clock()),
      staffId: staff.id,
      staffName: recordedName(staff),
      key: index === 0 ? tick.key : randomUUID(),
    })),
  );
}

type OfVersion = { version: number; count: number };

function takenFrom(versions: readonly OfVersion[], portions: number): OfVersion[] {
  let left = portions;
  return versions.flatMap(({ version, count }) => {
    const taken = Math.min(left, count);
    left -= taken;
    return taken > 0 ? [{ version, count: -taken }] : [];
  });
}

function listVersions(tx: Transaction, { date, window, mealId }: TickedMeal): Promise<OfVersion[]> {
  const count = sql<number>`sum(${cookTicks.count})::int`;
  return tx
    .select({ version: cookTicks.mealVersion, count })
    .from(cookTicks)
    .where(
      and(eq(cookTicks.date, date), eq(cookTicks.window, window), eq(cookTicks.mealId, mealId)),
    )
    .groupBy(cookTicks.mealVersion)
    .having(sql`${count} > 0`)
    .orderBy(desc(cookTicks.mealVersion));
}

async function versionOf(
  tx: Transaction,
  { clock }: Pick<Context, 'clock'>,
  { tick: { mealId, mealVersion, at }, count }: Pick<Counted, 'tick' | 'count'>,
): Promise<number> {
  const [meal] = await tx
    .select({ version: meals.version })
    .from(meals)
    .where(eq(meals.id, mealId))
    .for('share');
  if (!meal) throw new NotFound('This meal');
  const { version } = meal;
  if (count <= 0 || mealVersion === undefined || mealVersion >= version) return version;
  if (at !== undefined && clock() - at > IS_FACT_AFTER_MS) return mealVersion;
  throw new Conflict('recipe_changed', 'The recipe has just changed. Look at it first.');
}

/** A meal that is put together for a delivery date is a batch of its own, so that a recall finds whom it went to. */
type Assembly = {
  mealId: number;
  deliveryDate: PlainDate;
  /** Cooked so far, over all windows of the day; 0: none after all. */
  portions: number;
};

/** Under `lockStore`. Keeps the one batch of a meal and day up with what is ticked off. */
async function followAssembly(
  tx: Transaction,
  by: TracedBy,
  { mealId, deliveryDate, portions }: Assembly,
): Promise<void> {
  const book = await loadRecipeBook(tx);
  const [found] = await tx
    .select()
    .from(batches)
    .where(
      and(
        eq(batches.mealId, mealId),
        eq(batches.deliveryDate, deliveryDate),
        eq(batches.state, 'done'),
      ),
    );
  if (portions === 0) {
    if (!found) return;
    await tx
      .update(batches)
      .set({ state: 'dropped', madeQty: null, by: by.name })
      .where(eq(batches.id, found.id));
    return untraceBatch(tx, by, found, { book });
  }
  const { date: today } = wallTimeAt(by.now, by.timeZone);
  const made = { madeQty: portions, plannedQty: portions, doneAt: new Date(by.now), by: by.name };
  const [batch] = found
    ? await tx.update(batches).set(made).where(eq(batches.id, found.id)).returning()
    : await tx
        .insert(batches)
        .values({ ...made, mealId, deliveryDate, cookDate: today, state: 'done' })
        .returning();
  // What is in the house now: a meal may be put together on more than one day.
  await traceBatch(tx, by, { ...assertDefined(batch, 'a batch'), cookDate: today }, { book });
}
