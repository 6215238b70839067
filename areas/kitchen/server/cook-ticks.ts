/** Ticking off what is cooked, on several screens at once; deliveries whose meals are all done become cooked by it. */
import { randomUUID } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import {
  countedOf,
  deliveriesMovedBy,
  type DoneByMeal,
  totalsToCook,
} from '#areas/kitchen/rules/cook-progress.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { cookTicks } from '#areas/order-book/server/tables/cook-ticks.ts';
import { changeDelivery } from '#areas/delivery/server/change-delivery.ts';
import { assertDefined } from '#platform/server/assert-defined.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import { recordedName, type StaffMember } from '#platform/server/staff-member.ts';
import { followAssembly } from '#areas/kitchen/server/assemble-meal.ts';
import { lockStore } from '#areas/kitchen/server/trace-batch.ts';

export type Tick = SlotKey & {
  mealId: number;
  count: number;
  key: string;
  /** On the screen when it was tapped; left out: the present one. */
  mealVersion?: number | undefined;
};

/** What is done of a meal in a window, and how many deliveries changed by the tick. */
type Ticked = { done: number; total: number; deliveries: number };

/**
 * Counts `count` portions as cooked, or takes them back; the same `key` counts once. Throws InvalidRequest when nobody gets
 * the meal in this window, Conflict `key_reused` when the key belongs to another tick, `recipe_changed` when the cook saw
 * an older recipe.
 */
export async function tickOff(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  tick: Tick,
): Promise<Ticked> {
  const { business } = await context.site.current();
  const { mealId } = tick;
  return context.db.transaction(async (tx) => {
    // Before any order, and by nobody else: ticks of a window take turns, so each sees what the others counted.
    await lockTicks(tx, tick);
    const bags = await listBags(tx, tick, business);
    const total = totalsToCook(bags).get(mealId) ?? 0;
    const before = await listDone(tx, tick);
    const earlier = await findTick(tx, tick);
    if (earlier) return { done: before.get(mealId) ?? 0, total, deliveries: 0 };
    if (total === 0) throw new InvalidRequest({ mealId: 'Nobody gets this meal in this window.' });
    const count = countedOf(tick.count, { done: before.get(mealId) ?? 0, total });
    await insertTick(tx, context, { staff, tick, count });
    const done = await listDone(tx, tick);
    const moved = deliveriesMovedBy(mealId, bags, done);
    const sender = { staff, by: 'kitchen' as const, changeId: randomUUID() };
    const orderOf = new Map(bags.map((bag) => [bag.deliveryId, bag.orderId]));
    // Orders are locked by their ids, like everywhere.
    const byOrder = moved.toSorted(
      (a, b) => (orderOf.get(a.deliveryId) ?? 0) - (orderOf.get(b.deliveryId) ?? 0),
    );
    let changed = 0;
    for (const { deliveryId, status } of byOrder) {
      const result = await changeDelivery(
        tx,
        context,
        { id: deliveryId, status, reason: '', place: '', notify: false },
        { ...sender, timeZone: business.timeZone, business },
      );
      if (result?.ok) changed += 1;
    }
    await followCooked(tx, context, { staff, tick, timeZone: business.timeZone });
    return { done: done.get(mealId) ?? 0, total, deliveries: changed };
  });
}

/** The store is locked after all orders, like everywhere. */
async function followCooked(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { staff, tick, timeZone }: { staff: StaffMember; tick: Tick; timeZone: string },
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

/** Portions done of each meal of a day, by window. */
export async function listDoneOfDay(
  db: Database,
  date: PlainDate,
): Promise<Map<DeliveryWindow, DoneByMeal>> {
  const rows = await selectDone(db, { date });
  const byWindow = Map.groupBy(rows, ({ window }) => window);
  return new Map([...byWindow].map(([window, theirs]) => [window, doneByMeal(theirs)]));
}

async function listDone(tx: Transaction, slot: SlotKey): Promise<DoneByMeal> {
  return doneByMeal(await selectDone(tx, slot));
}

type DoneRow = { mealId: number; done: number };

function doneByMeal(rows: readonly DoneRow[]): DoneByMeal {
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

async function lockTicks(tx: Transaction, { date, window }: SlotKey): Promise<void> {
  const name = `cook ${date} ${window}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

async function findTick(tx: Transaction, tick: Tick): Promise<boolean> {
  const [found] = await tx.select().from(cookTicks).where(eq(cookTicks.key, tick.key));
  if (!found) return false;
  const isSame =
    found.date === tick.date &&
    found.window === tick.window &&
    found.mealId === tick.mealId &&
    found.asked === tick.count;
  if (!isSame)
    throw new Conflict('key_reused', 'This key belongs to another tick. Nothing changed.');
  return true;
}

async function insertTick(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { staff, tick, count }: { staff: StaffMember; tick: Tick; count: number },
): Promise<void> {
  await tx.insert(cookTicks).values({
    date: tick.date,
    window: tick.window,
    mealId: tick.mealId,
    mealVersion: await versionOf(tx, tick, count),
    asked: tick.count,
    count,
    at: new Date(context.clock()),
    staffId: staff.id,
    staffName: `${staff.firstName} ${staff.lastName}`,
    key: tick.key,
  });
}

/** The present one. Portions that are taken back are of the newest version that has been ticked. */
async function versionOf(tx: Transaction, tick: Tick, count: number): Promise<number> {
  const { date, window, mealId } = tick;
  const [batch] =
    count < 0
      ? await tx
          .select({ version: cookTicks.mealVersion })
          .from(cookTicks)
          .where(
            and(
              eq(cookTicks.date, date),
              eq(cookTicks.window, window),
              eq(cookTicks.mealId, mealId),
            ),
          )
          .groupBy(cookTicks.mealVersion)
          .having(sql`sum(${cookTicks.count}) > 0`)
          .orderBy(desc(cookTicks.mealVersion))
          .limit(1)
      : [];
  if (batch) return batch.version;
  const [meal] = await tx
    .select({ version: meals.version })
    .from(meals)
    .where(eq(meals.id, mealId))
    .for('share');
  const { version } = assertDefined(meal, `meal ${mealId}`);
  if (count > 0 && tick.mealVersion !== undefined && tick.mealVersion < version)
    throw new Conflict('recipe_changed', 'The recipe has just changed. Look at it first.');
  return version;
}
