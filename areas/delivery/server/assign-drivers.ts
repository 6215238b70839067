/** Giving the stops of a run to drivers. */
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { AssignDriversRequest } from '#areas/delivery/calls/drivers.ts';
import { isEnded } from '#areas/order-book/rules/delivery-status.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { runs } from '#areas/order-book/server/tables/runs.ts';
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
    for (const { driverId, ids: theirs } of changes)
      await setDriver(tx, theirs, { driverId, at: context.clock(), staffId: staff.id });
    const version = run.version + 1;
    await tx
      .update(runs)
      .set({ version, arrangedBy: `${staff.firstName} ${staff.lastName}` })
      .where(and(eq(runs.date, date), eq(runs.window, window)));
    await recordChange(tx, context, {
      staff,
      action: 'run.assign_drivers',
      entity: 'run',
      entityId: `${date} ${window}`,
      before: { version: run.version },
      after: {
        version,
        drivers: changes.map((change) => ({
          driverId: change.driverId,
          stops: change.ids.map((id) => open.get(id)?.stop ?? 0).toSorted((a, b) => a - b),
        })),
      },
    });
    return { version, assigned: changes.flatMap((change) => change.ids).length };
  });
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
