/** Giving the stops of a run to drivers. */
import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { AssignDriversRequest } from '#areas/delivery/calls/drivers.ts';
import { isEnded } from '#areas/order-book/rules/delivery-status.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliveries, type DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import { type RunRow, runs } from '#areas/order-book/server/tables/runs.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { arrangedMeanwhile } from '#areas/delivery/server/arrange-run.ts';
import { listDrivers, setDriver } from '#areas/order-book/server/delivery-drivers.ts';
import { lockRun, numberRuns } from '#areas/order-book/server/number-runs.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

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

/** A driver who starts a run takes what nobody has of the window of this stop. Nothing when the stop is somebody's. */
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
    entity: 'run',
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

/** Throws InvalidRequest about this field for whoever may not drive. */
export async function requireDrivers(
  tx: Transaction,
  field: string,
  ids: readonly string[],
): Promise<void> {
  const drivers = await listDrivers(tx);
  if (ids.every((id) => drivers.some((driver) => driver.id === id))) return;
  throw new InvalidRequest({ [field]: 'Choose active staff who may drive' });
}
