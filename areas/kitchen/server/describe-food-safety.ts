import { and, eq } from 'drizzle-orm';
import type { FoodSafetyReply } from '#areas/kitchen/calls/food-safety.ts';
import { toInstantText } from '#platform/rules/instant-text.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { expiryOf } from '#areas/kitchen/rules/supervisor.ts';
import { isOpenDay } from '#areas/kitchen/rules/missing-checks.ts';
import { type Reading, standingReadings } from '#areas/kitchen/rules/readings.ts';
import { CHECK_KINDS } from '#areas/kitchen/rules/record-kinds.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { batches } from '#areas/kitchen/server/tables/batches.ts';
import { components } from '#areas/menu/server/tables/recipes.ts';
import { findSupervisor, listChecks } from '#areas/kitchen/server/daily-checks.ts';
import { findGaps } from '#areas/kitchen/server/find-gaps.ts';
import { readRecord, toReadingReply } from '#areas/kitchen/server/temperatures/read-readings.ts';
import { findLastDrill } from '#areas/kitchen/server/recall-runs.ts';

/** Gaps are shown for a week: later ones are in the record alone. */
const GAP_DAYS = 7;
const SHOWN_KINDS: readonly string[] = [...CHECK_KINDS, 'receipt', 'probe_check'];

export async function describeFoodSafety(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
): Promise<FoodSafetyReply> {
  const { business } = await context.site.current();
  const now = context.clock();
  const { date } = wallTimeAt(now, business.timeZone);
  const period = { from: addDays(date, 1 - GAP_DAYS), to: date };
  const { readings } = await readRecord(context.db, period);
  const checks = await listChecks(context.db);
  const supervisor = await findSupervisor(context.db);
  const drill = await findLastDrill(context.db);
  const standing = standingReadings(readings);
  return {
    now: toInstantText(now),
    date,
    isOpenDay: isOpenDay(date, business),
    checks: checks
      .filter(({ until }) => until === null)
      .map(({ id, kind, place, since }) => ({ id, kind, place, since })),
    ...(await findGaps(context, period, readings)),
    batches: await listCooked(context.db, date),
    lines: standing
      .filter((line) => line.date === date && isShown(line))
      .toSorted((a, b) => b.at - a.at || b.id - a.id)
      .map((line) => toReadingReply(line, { isStanding: true })),
    supervisor: supervisor && { ...supervisor, expiresOn: expiryOf(supervisor.certifiedOn) },
    lastDrill: drill && { at: toInstantText(drill.at.getTime()), by: drill.by },
  };
}

function isShown({ kind, batchId }: Reading): boolean {
  return batchId !== null || SHOWN_KINDS.includes(kind);
}

async function listCooked(db: Database, date: PlainDate): Promise<FoodSafetyReply['batches']> {
  const rows = await db
    .select({
      id: batches.id,
      name: components.name,
      baseUnit: components.baseUnit,
      madeQty: batches.madeQty,
    })
    .from(batches)
    .innerJoin(components, eq(components.id, batches.componentId))
    .where(and(eq(batches.cookDate, date), eq(batches.state, 'done')))
    .orderBy(batches.doneAt, batches.id);
  return rows.map(({ madeQty, ...batch }) => ({ ...batch, madeQty: madeQty ?? 0 }));
}
