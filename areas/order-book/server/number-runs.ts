/** Gives the stops of a run their numbers. They are stored, so that labels, lists, sheets and phones agree. */
import { and, desc, eq, inArray, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { suburbNow } from '#areas/business/rules/served-suburbs.ts';
import { loadBusiness } from '#areas/business/server/load-business.ts';
import {
  nearestStop,
  type EarlierRun,
  numberStops,
  type StopToNumber,
} from '#areas/order-book/rules/split-stops.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { deliveries, type RunRow, runs } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { listDriversOf, setDriver } from '#areas/order-book/server/delivery-drivers.ts';
import type { DeliveryFilter } from '#areas/order-book/server/load-orders.ts';
import { type KeyedPortion, portionKeyText } from '#areas/order-book/rules/kitchen-bag.ts';

/**
 * Numbers every run that has a delivery without a number among these: before they are printed or shown. Until a run
 * is fixed, a new delivery renumbers it.
 */
export async function numberRuns(
  db: Database,
  { date, window, orderIds, deliveryIds }: DeliveryFilter,
): Promise<void> {
  const unnumbered = await db
    .selectDistinct({ date: deliveries.date, window: deliveries.window })
    .from(deliveries)
    .where(
      and(
        isNull(deliveries.stop),
        ne(deliveries.status, 'cancelled'),
        date === undefined ? undefined : eq(deliveries.date, date),
        window === undefined ? undefined : eq(deliveries.window, window),
        orderIds && inArray(deliveries.orderId, [...orderIds]),
        deliveryIds && inArray(deliveries.id, [...deliveryIds]),
      ),
    );
  for (const key of unnumbered) {
    await db.transaction(async (tx) => {
      const run = await lockRun(tx, key);
      const stops = await listStops(tx, key);
      const numbers = numberStops(stops, {
        isFixed: run.fixedAt !== null,
        earlier: await findEarlierRun(tx, key),
        taken: await listTakenNumbers(tx, key),
      });
      await writeStops(tx, numbers);
      if (run.fixedAt !== null) await markLateStops(tx, stops, numbers);
      await giveToNearDrivers(tx, stops);
    });
  }
}

/** Drivers and packers find at the end of a run what belongs in its middle. */
async function markLateStops(
  tx: Transaction,
  stops: readonly StopToNumber[],
  numbers: ReadonlyMap<number, number>,
): Promise<void> {
  const others = stops.filter(({ stop }) => stop !== null);
  for (const late of stops.filter(({ stop }) => stop === null)) {
    const nearStop = nearestStop(late, others)?.stop ?? null;
    const isBehindIt = nearStop === (numbers.get(late.deliveryId) ?? 0) - 1;
    await tx
      .update(deliveries)
      .set({ nearStop: isBehindIt ? null : nearStop })
      .where(eq(deliveries.id, late.deliveryId));
  }
}

/** Nobody else had it before it had a number. */
const ALWAYS = 0;

/** A run that is split: what comes late goes to the driver of the stop that it is near. */
async function giveToNearDrivers(tx: Transaction, stops: readonly StopToNumber[]): Promise<void> {
  const late = stops.filter(({ stop }) => stop === null);
  const others = stops.filter(({ stop }) => stop !== null);
  const drivers = await listDriversOf(
    tx,
    others.map(({ deliveryId }) => deliveryId),
  );
  if (drivers.size === 0) return;
  for (const stop of late) {
    const near = nearestStop(stop, others);
    const driver = near && drivers.get(near.deliveryId);
    if (!driver) continue;
    await setDriver(tx, [stop.deliveryId], { driverId: driver.id, at: ALWAYS, staffId: null });
  }
}

/** The row of a run, made if need be, and ours until the transaction ends. */
export async function lockRun(tx: Transaction, { date, window }: SlotKey): Promise<RunRow> {
  await tx.insert(runs).values({ date, window }).onConflictDoNothing();
  const [run] = await tx.select().from(runs).where(isRun({ date, window })).for('update');
  if (!run) throw new Error(`the run of ${date} ${window} is gone`);
  return run;
}

/** From now on its numbers move only by hand: they are printed, or on bags. A null `window`: the whole day. */
export async function fixRuns(
  tx: Transaction,
  date: PlainDate,
  window: DeliveryWindow | null,
  now: Date,
): Promise<void> {
  await tx
    .update(runs)
    .set({ fixedAt: now })
    .where(
      and(
        eq(runs.date, date),
        isNull(runs.fixedAt),
        window === null ? undefined : eq(runs.window, window),
      ),
    );
}

/** Everything that is still to be brought or was. */
export async function listStops(tx: Transaction, key: SlotKey): Promise<StopToNumber[]> {
  const stops = await tx
    .select({
      deliveryId: deliveries.id,
      stop: deliveries.stop,
      suburb: orders.suburb,
      addressLine1: orders.addressLine1,
      addressLine2: orders.addressLine2,
      orderNumber: orders.number,
    })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(and(isInRun(key), ne(deliveries.status, 'cancelled')));
  return byNameNow(tx, stops);
}

/** A suburb that was renamed is one place on the road. */
async function byNameNow<T extends { suburb: string }>(tx: Transaction, stops: T[]): Promise<T[]> {
  const { suburbs } = (await loadBusiness(tx)).business;
  return stops.map((stop) => ({ ...stop, suburb: suburbNow(stop.suburb, suburbs) }));
}

export async function writeStops(
  tx: Transaction,
  numbers: ReadonlyMap<number, number>,
): Promise<void> {
  const rows = [...numbers].map(([id, stop]) => ({ id, stop }));
  await tx.execute(sql`
    update ${deliveries} set stop = given.stop
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id int, stop int)
    where ${deliveries.id} = given.id and ${deliveries.stop} is distinct from given.stop`);
}

/** Arranged by hand, each stands where someone wants it. */
export async function unmarkLateStops(tx: Transaction, key: SlotKey): Promise<void> {
  await tx
    .update(deliveries)
    .set({ nearStop: null })
    .where(and(isInRun(key), isNotNull(deliveries.nearStop)));
}

/** A gap stays a gap once it is printed; before, a cancelled delivery gives its number back. */
async function listTakenNumbers(tx: Transaction, key: SlotKey): Promise<number[]> {
  const isGap = and(isInRun(key), eq(deliveries.status, 'cancelled'), isNotNull(deliveries.stop));
  const fixed = await tx
    .select({ stop: deliveries.stop })
    .from(deliveries)
    .innerJoin(runs, and(eq(runs.date, deliveries.date), eq(runs.window, deliveries.window)))
    .where(and(isGap, isNotNull(runs.fixedAt)));
  if (fixed.length > 0) return fixed.flatMap(({ stop }) => stop ?? []);
  await tx.update(deliveries).set({ stop: null }).where(isGap);
  return [];
}

/** The last run of this window that someone arranged by hand. */
async function findEarlierRun(tx: Transaction, { date, window }: SlotKey): Promise<EarlierRun> {
  const [last] = await tx
    .select({ date: runs.date, window: runs.window })
    .from(runs)
    .where(
      and(
        eq(runs.window, window),
        eq(runs.isArranged, true),
        // Arranged itself, it is the pattern for what comes later to it.
        lte(runs.date, date),
      ),
    )
    .orderBy(desc(runs.date))
    .limit(1);
  if (!last) return [];
  const stops = await tx
    .select({
      suburb: orders.suburb,
      addressLine1: orders.addressLine1,
      addressLine2: orders.addressLine2,
    })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(and(isInRun(last), isNotNull(deliveries.stop), ne(deliveries.status, 'cancelled')))
    .orderBy(deliveries.stop);
  return byNameNow(tx, stops);
}

function isRun({ date, window }: SlotKey) {
  return and(eq(runs.date, date), eq(runs.window, window));
}

function isInRun({ date, window }: SlotKey) {
  return and(eq(deliveries.date, date), eq(deliveries.window, window));
}

// How portions and bags are called: one answer for labels, sheets, tablets and phones.

export type KeyOf = (portion: KeyedPortion & SlotKey) => string;

/**
 * For what goes out in these windows. Cancelled deliveries count too: otherwise a cancellation would shorten the key that
 * is on a printed label.
 */
export async function readPortionKeys(
  db: Database | Transaction,
  slots: Iterable<SlotKey>,
): Promise<KeyOf> {
  const names = [...new Set(Array.from(slots, runName))];
  const rows =
    names.length === 0
      ? []
      : await db
          .selectDistinct({ slot: SLOT_NAME, number: orders.number })
          .from(deliveries)
          .innerJoin(orders, sql`${orders.id} = ${deliveries.orderId}`)
          .where(
            sql`${inArray(deliveries.date, [...new Set(names.map(dateOf))])} and ${inArray(SLOT_NAME, names)}`,
          );
  const numbersOf = new Map(
    [...Map.groupBy(rows, ({ slot }) => slot)].map(([slot, same]) => [
      slot,
      same.map(({ number }) => number),
    ]),
  );
  return ({ date, window, ...portion }) =>
    portionKeyText(portion, numbersOf.get(runName({ date, window })) ?? []);
}

const SLOT_NAME = sql<string>`${deliveries.date} || ' ' || ${deliveries.window}`;

function runName({ date, window }: SlotKey): string {
  return `${date} ${window}`;
}

function dateOf(name: string): string {
  return name.slice(0, 'yyyy-MM-dd'.length);
}
