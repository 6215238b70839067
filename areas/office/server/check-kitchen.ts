/** Health check of the food safety record: no failure is forgotten. */
import type { Context } from '#platform/server/context.ts';
import { type Finding, ok, runCheck, warning } from '#areas/office/server/finding.ts';
import { listUnanswered } from '#areas/kitchen/server/temperatures/read-readings.ts';

const HOUR_MS = 3_600_000;
const ABOUT = 'food safety record';

/** Today lists every failed reading until it has an action; one that waits for an hour is worth a warning here too. */
export function checkFailedReadings({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<Finding> {
  return runCheck(ABOUT, async () => {
    const before = clock() - HOUR_MS;
    const waiting = (await listUnanswered(db)).filter(({ recordedAt }) => recordedAt < before);
    if (waiting.length === 0) return ok(ABOUT, 'every failed reading has an action');
    const count = waiting.length === 1 ? '1 reading' : `${waiting.length} readings`;
    return warning(ABOUT, `${count} failed without an action. See Today.`);
  });
}
