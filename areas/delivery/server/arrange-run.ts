/** Putting the stops of a run into another sequence, by hand. */
import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { arrangeStops } from '#areas/order-book/rules/split-stops.ts';
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
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { AssignDriversRequest } from '#areas/delivery/calls/drivers.ts';
import { isEnded } from '#areas/order-book/rules/delivery-status.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { listDrivers, setDriver } from '#areas/order-book/server/delivery-drivers.ts';

type Arranged = { version: number; stops: { id: number; stop: number }[] };

/**
 * The named stops come after the stop numbered `after` (0: first); the others keep their sequence. It is the pattern of
 * later runs of this window. Throws InvalidRequest, or Conflict `changed_meanwhile` when someone else arranged it.
 */
export async function arrangeRun(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  slot: SlotKey,
  to: { ids: readonly number[]; after: number; version: number },
): Promise<Arranged> {
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

/** The run as it stands. */
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

/** For whoever saw an older run. */
export function arrangedMeanwhile(by: string | null): Conflict {
  return new Conflict(
    'changed_meanwhile',
    `${by ?? 'Someone'} changed this run. Look at it and try again.`,
  );
}

// Giving the stops of a run to drivers.

/**
 * Each part goes to its driver, or to nobody in particular; stops that are named in none stay with whom they are, and so do
 * those that have an ending. Throws InvalidRequest, or Conflict `changed_meanwhile`.
 */
export async function assignDrivers(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { date, timeSlot: window, version: seen, parts }: AssignDriversRequest,
): Promise<{ version: number; assigned: number }> {
  await numberRuns(context.db, { date, window });
  const ids = idsOf(parts);
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
function idsOf(parts: AssignDriversRequest['parts']): number[] {
  const ids = parts.flatMap((part) => part.ids);
  if (new Set(ids).size < ids.length)
    throw new InvalidRequest({ parts: 'A stop can have one driver only' });
  return ids;
}

/** Throws InvalidRequest about this field for anyone who may not drive. */
export async function requireDrivers(
  tx: Transaction,
  field: string,
  ids: readonly string[],
): Promise<void> {
  const drivers = await listDrivers(tx);
  if (ids.every((id) => drivers.some((driver) => driver.id === id))) return;
  throw new InvalidRequest({ [field]: 'Choose active staff who may drive' });
}
