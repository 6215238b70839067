import type { FoodSafetyReply } from '#contract/kitchen/food-safety.ts';
import { toInstantText } from '#domain/calendar/instant-text.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { wallTimeAt } from '#domain/calendar/zoned-time.ts';
import { expiryOf } from '#domain/kitchen/goods/supervisor.ts';
import { isOpenDay } from '#domain/kitchen/temperatures/missing-checks.ts';
import { standingReadings } from '#domain/kitchen/temperatures/readings.ts';
import { CHECK_KINDS } from '#domain/kitchen/temperatures/record-kinds.ts';
import type { Context } from '#server/context.ts';
import { findSupervisor, listChecks } from '#server/kitchen/food-safety/daily-checks.ts';
import { findGaps } from '#server/kitchen/food-safety/find-gaps.ts';
import { readRecord, toReadingReply } from '#server/kitchen/temperatures/read-readings.ts';
import { findLastDrill } from '#server/traceability/recall-runs.ts';

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
    lines: standing
      .filter((line) => line.date === date && SHOWN_KINDS.includes(line.kind))
      .toSorted((a, b) => b.at - a.at || b.id - a.id)
      .map((line) => toReadingReply(line, { isStanding: true })),
    supervisor: supervisor && { ...supervisor, expiresOn: expiryOf(supervisor.certifiedOn) },
    lastDrill: drill && { at: toInstantText(drill.at.getTime()), by: drill.by },
  };
}
