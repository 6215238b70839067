import { and, eq, inArray, isNull, ne, asc } from 'drizzle-orm';
import { type SlotKey, compareSlotKeys } from '#areas/business/rules/delivery-slots.ts';
import { arrangeStops, maybeDone, splitEvenly } from '#areas/order-book/rules/split-stops.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import {
  runs,
  type RunRow,
  deliveries,
  type DeliveryRow,
} from '#areas/order-book/server/tables/deliveries.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import {
  listStops,
  lockRun,
  numberRuns,
  unmarkLateStops,
  writeStops,
} from '#areas/order-book/server/number-runs.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type {
  AssignDriversRequest,
  handOver as call,
  HandOverReply,
} from '#areas/delivery/calls/drivers.ts';
import { isEnded } from '#areas/order-book/rules/delivery.ts';
import type { Transaction, Database } from '#platform/server/db/client.ts';
import { listDrivers, setDriver, type Driver } from '#areas/order-book/server/delivery-drivers.ts';
import type { z } from 'zod';
import { handedTo } from '#areas/business/rules/recipient.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { inTimeOrder } from '#areas/business/rules/delivery-windows.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { staff as staffTable } from '#platform/server/db/tables/staff.ts';
import { hashOf, requireSamePreview } from '#areas/order-book/server/lock-order.ts';
import { findLastReport } from '#areas/order-book/server/delivery-events.ts';

/**
 * The named stops come after the stop numbered `after` (0: first); the others keep their sequence. It is the pattern of
 * later runs of this window. Throws InvalidRequest, or Conflict `changed_meanwhile` when someone else arranged it.
 */
export async function arrangeRun(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  slot: SlotKey,
  to: { ids: readonly number[]; after: number; version: number },
): Promise<{ version: number; stops: { id: number; stop: number }[] }> {
  await numberRuns(context.db, slot);
  return context.db.transaction(async (tx) => {
    const run = await lockRun(tx, slot);
    if (run.version !== to.version) throw arrangedMeanwhile(run.arrangedBy);
    const stops = await listStops(tx, slot);
    const foreign = to.ids.filter((id) => !stops.some(({ deliveryId }) => deliveryId === id));
    if (foreign.length > 0)
      throw new InvalidRequest({ ids: `Not in this run: ${foreign.join(', ')}` });
    const numbers = arrangeStops(stops, to.ids, to.after);
    await writeStops(tx, numbers);
    await unmarkLateStops(tx, slot);
    const version = run.version + 1;
    await tx
      .update(runs)
      .set({ version, isArranged: true, arrangedBy: `${staff.firstName} ${staff.lastName}` })
      .where(and(eq(runs.date, slot.date), eq(runs.window, slot.window)));
    await recordChange(tx, context, {
      staff,
      action: 'run.arrange',
      entityId: `${slot.date} ${slot.window}`,
      before: { version: run.version },
      after: { version, moved: to.ids.length, after: to.after },
    });
    return { version, stops: [...numbers].map(([id, stop]) => ({ id, stop })) };
  });
}

export async function getRun(context: Pick<Context, 'db'>, slot: SlotKey) {
  await numberRuns(context.db, slot);
  const [run] = await context.db
    .select()
    .from(runs)
    .where(and(eq(runs.date, slot.date), eq(runs.window, slot.window)));
  return {
    version: run?.version ?? 1,
    isArranged: run?.isArranged ?? false,
    arrangedBy: run?.arrangedBy ?? null,
    fixedAt: run?.fixedAt?.toISOString() ?? null,
  };
}

/** Refuses an act on an older run than there is. */
function arrangedMeanwhile(by: string | null): Conflict {
  return new Conflict(
    'changed_meanwhile',
    `${by ?? 'Someone'} changed this run. Look at it and try again.`,
  );
}

/**
 * Each part goes to its driver, or to nobody in particular; stops that are named in none stay with whom they are, and so do
 * those that have an ending. Throws InvalidRequest, or Conflict `changed_meanwhile`.
 */
export async function assignDrivers(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { date, window, version: seen, parts }: AssignDriversRequest,
): Promise<{ version: number; assigned: number }> {
  await numberRuns(context.db, { date, window });
  const ids = deliveryIds(parts);
  return context.db.transaction(async (tx) => {
    const run = await lockRun(tx, { date, window });
    if (run.version !== seen) throw arrangedMeanwhile(run.arrangedBy);
    await requireDrivers(
      tx,
      'parts',
      parts.flatMap(({ driverId }) => driverId ?? []),
    );
    const stops = await tx
      .select()
      .from(deliveries)
      .where(
        and(
          eq(deliveries.date, date),
          eq(deliveries.window, window),
          inArray(deliveries.id, ids),
          ne(deliveries.status, 'cancelled'),
        ),
      );
    const foreign = ids.filter((id) => !stops.some((stop) => stop.id === id));
    if (foreign.length > 0)
      throw new InvalidRequest({ parts: `Not in this run: ${foreign.join(', ')}` });
    const open = new Map(
      stops.filter(({ status }) => !isEnded(status)).map((one) => [one.id, one]),
    );
    const changes = parts.map(({ driverId, ids: named }) => ({
      driverId,
      ids: named.filter((id) => open.has(id) && open.get(id)?.driverId !== driverId),
    }));
    const version = await giveStops(tx, context, staff, run, {
      parts: changes.map((change) => ({
        driverId: change.driverId,
        stops: change.ids.flatMap((id) => open.get(id) ?? []),
      })),
      at: context.clock(),
    });
    return { version, assigned: changes.flatMap((change) => change.ids).length };
  });
}

/** A driver who starts a run takes what nobody has of the window of this stop. Nothing when the stop is someone's. */
export async function startRun(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { deliveryId, at }: { deliveryId: number; at: Instant },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [asked] = await tx.select().from(deliveries).where(eq(deliveries.id, deliveryId));
    if (!asked || asked.driverId !== null) return;
    const { date, window } = asked;
    const run = await lockRun(tx, { date, window });
    const stops = await tx
      .select()
      .from(deliveries)
      .where(
        and(eq(deliveries.date, date), eq(deliveries.window, window), isNull(deliveries.driverId)),
      );
    const open = stops.filter(({ status }) => !isEnded(status));
    // Another driver was faster.
    if (!open.some(({ id }) => id === deliveryId)) return;
    await giveStops(tx, context, staff, run, { parts: [{ driverId: staff.id, stops: open }], at });
  });
}

/** Returns the run's new version. */
async function giveStops(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember,
  { date, window, version: seen }: RunRow,
  { parts, at }: { parts: { driverId: string | null; stops: DeliveryRow[] }[]; at: Instant },
): Promise<number> {
  for (const { driverId, stops } of parts)
    await setDriver(
      tx,
      stops.map(({ id }) => id),
      { driverId, at, staffId: staff.id },
    );
  const version = seen + 1;
  await tx
    .update(runs)
    .set({ version, arrangedBy: `${staff.firstName} ${staff.lastName}` })
    .where(and(eq(runs.date, date), eq(runs.window, window)));
  await recordChange(tx, context, {
    staff,
    action: 'run.assign_drivers',
    entityId: `${date} ${window}`,
    before: { version: seen },
    after: {
      version,
      drivers: parts.map(({ driverId, stops }) => ({
        driverId,
        stops: stops.map(({ stop }) => stop ?? 0).toSorted((a, b) => a - b),
      })),
    },
  });
  return version;
}

/** Throws InvalidRequest when one is named twice. */
function deliveryIds(parts: AssignDriversRequest['parts']): number[] {
  const ids = parts.flatMap((part) => part.ids);
  if (new Set(ids).size < ids.length)
    throw new InvalidRequest({ parts: 'A stop can have one driver only' });
  return ids;
}

/** Throws InvalidRequest about this field for anyone who may not drive. */
async function requireDrivers(
  tx: Transaction,
  field: string,
  ids: readonly string[],
): Promise<void> {
  const drivers = await listDrivers(tx);
  if (ids.every((id) => drivers.some((driver) => driver.id === id))) return;
  throw new InvalidRequest({ [field]: 'Choose active staff who may drive' });
}

// A driver can't go on: the rest of their day goes to one or two others. Neither phone need be reached.

type ArrangeRequest = z.output<typeof call.body>;

/**
 * With `dryRun` only what would happen. Otherwise all of it or nothing. Throws InvalidRequest, or Conflict
 * `preview_changed` with the preview that is true now.
 */
export async function handOver(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  asked: ArrangeRequest,
): Promise<HandOverReply> {
  const { business } = await context.site.current();
  const now = context.clock();
  const date = asked.date ?? wallTimeAt(now, business.timeZone).date;
  await numberRuns(context.db, { date });
  return context.db.transaction(async (tx) => {
    if (!asked.dryRun) {
      const stopsLeft = await listStopsOf(tx, asked.from, date);
      for (const window of inTimeOrder(stopsLeft.map((stop) => stop.window)))
        await lockRun(tx, { date, window });
    }
    await requireDrivers(tx, 'to', asked.to);
    const preview = await previewOf(tx, asked, { date, now });
    if (asked.dryRun) return preview;
    requireSamePreview(asked.previewHash, preview);
    await give(tx, context, { staff, preview, date, now });
    return preview;
  });
}

async function previewOf(
  tx: Transaction,
  { from, to }: ArrangeRequest,
  { date, now }: { date: PlainDate; now: Instant },
): Promise<HandOverReply> {
  const ofDriver = await listStopsOf(tx, from, date);
  const windows = [...Map.groupBy(ofDriver, ({ window }) => window).values()];
  const newsAt = await findLastReport(tx, from, date);
  const asking = new Set(
    windows.flatMap((stops) => maybeDone(stops, newsAt, now)).map(({ id }) => id),
  );
  const rest = ofDriver.filter(({ status }) => !isEnded(status));
  const drivers = await describeDrivers(tx, [from, ...to]);
  const parts = splitEvenly(rest, to.length);
  const stops = parts.flatMap((part, index) =>
    part.map(({ id, stop, window, name }) => ({
      id,
      stop,
      window,
      name,
      to: driverIn(drivers, to[index] ?? ''),
      isMaybeDone: asking.has(id),
    })),
  );
  return {
    from: driverIn(drivers, from),
    lastReportAt: newsAt === null ? null : new Date(newsAt).toISOString(),
    stops,
    previewHash: hashOf(
      from,
      to,
      rest.map(({ id, version, stop, window }) => [id, version, stop, window]),
    ),
  };
}

async function give(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  {
    staff,
    preview: { from, stops },
    date,
    now,
  }: { staff: StaffMember; preview: HandOverReply; date: PlainDate; now: Instant },
): Promise<void> {
  if (stops.length === 0)
    throw new InvalidRequest({ from: `${from.name} has no open stops on this day` });
  for (const [driverId, stopsOfDriver] of Map.groupBy(stops, ({ to }) => to.id)) {
    const ids = stopsOfDriver.map(({ id }) => id);
    await setDriver(tx, ids, { driverId, at: now, staffId: staff.id });
  }
  const by = `${staff.firstName} ${staff.lastName}`;
  for (const [window, stopsOfWindow] of Map.groupBy(stops, (stop) => stop.window)) {
    const isRun = and(eq(runs.date, date), eq(runs.window, window));
    const [run] = await tx.select().from(runs).where(isRun);
    const version = (run?.version ?? 0) + 1;
    await tx.update(runs).set({ version, arrangedBy: by }).where(isRun);
    await recordChange(tx, context, {
      staff,
      action: 'run.hand_over',
      entityId: `${date} ${window}`,
      before: { version: run?.version, driver: from.name },
      after: {
        version,
        drivers: [...Map.groupBy(stopsOfWindow, ({ to }) => to.name)].map(([driver, part]) => ({
          driver,
          stops: part.map(({ stop }) => stop),
        })),
      },
    });
  }
}

/** By window and stop; those with an ending too. */
async function listStopsOf(db: Database | Transaction, driverId: string, date: PlainDate) {
  const rows = await db
    .select({ delivery: deliveries, customer: orders, recipient: orders.recipient })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(and(eq(deliveries.driverId, driverId), eq(deliveries.date, date)));
  return rows
    .map(({ delivery, customer, recipient }) => ({
      ...delivery,
      stop: delivery.stop ?? 0,
      name: customerName(handedTo({ customer, recipient })),
    }))
    .toSorted((a, b) => compareSlotKeys(a, b) || a.stop - b.stop);
}

async function describeDrivers(tx: Transaction, ids: readonly string[]): Promise<Driver[]> {
  const rows = await tx
    .select()
    .from(staffTable)
    .where(inArray(staffTable.id, [...ids]))
    .orderBy(asc(staffTable.id));
  return rows.map(({ id, firstName, lastName }) => ({
    id,
    name: `${firstName} ${lastName}`.trim(),
  }));
}

function driverIn(drivers: readonly Driver[], id: string): Driver {
  const driver = drivers.find((one) => one.id === id);
  if (!driver) throw new InvalidRequest({ from: 'There is no such member of staff' });
  return driver;
}
