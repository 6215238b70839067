/** Putting the stops of a run into another sequence, by hand. */
import { and, eq } from 'drizzle-orm';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { arrangeStops } from '#areas/order-book/rules/run-order.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import { runs } from '#areas/order-book/server/tables/runs.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import {
  listStops,
  lockRun,
  numberRuns,
  unmarkLateStops,
  writeStops,
} from '#areas/order-book/server/number-runs.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

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
      entity: 'run',
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
