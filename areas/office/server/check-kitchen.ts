/** Health check of the food safety record: no failure is forgotten. */
import { sql } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { failure, type Finding, ok, runCheck, warning } from '#areas/office/server/finding.ts';
import { listUnanswered } from '#areas/kitchen/server/temperatures/read-readings.ts';

const HOUR_MS = 3_600_000;
const ABOUT = 'food safety record';

/** A failed reading older than an hour has an action, or is one of those that Today lists. */
export function checkFailedReadings({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<Finding> {
  return runCheck(ABOUT, async () => {
    const before = new Date(clock() - HOUR_MS);
    const { rows } = await db.execute<{ id: number }>(sql`
      select id from temperature_readings where pass = false and action is null and recorded_at < ${before}
      except select corrects from temperature_readings`);
    if (rows.length === 0) return ok(ABOUT, 'every failed reading has an action');
    const listed = new Set((await listUnanswered(db)).map(({ id }) => id));
    const lost = rows.filter(({ id }) => !listed.has(id));
    if (lost.length > 0)
      return failure(
        ABOUT,
        `failed without an action, and not on Today: lines ${lost.map(({ id }) => id).join(', ')}`,
      );
    const count = rows.length === 1 ? '1 reading' : `${rows.length} readings`;
    return warning(ABOUT, `${count} failed without an action. See Today.`);
  });
}
