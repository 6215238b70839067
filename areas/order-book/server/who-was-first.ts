/** For two people who settle one thing at once: the second reads who was first, and when. */
import { desc, eq, sql, type SQL } from 'drizzle-orm';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { recordedName } from '#platform/server/sign-in-port.ts';

/** `by` null: a job, or the customer. */
export type First = { by: string | null; at: Date };

/** "Robin settled it at 6:14pm.", of an earlier day "… on Sun 29 Nov at 6:14pm."; null: it is not known who. */
export async function sayWhoWasFirst(
  { clock, site }: Pick<Context, 'clock' | 'site'>,
  first: First | null,
  did: 'settled' | 'changed' = 'settled',
): Promise<string> {
  if (!first) return `Someone has ${did} this.`;
  const { timeZone } = (await site.current()).business;
  const { date, minuteOfDay } = wallTimeAt(first.at.getTime(), timeZone);
  const isToday = date === wallTimeAt(clock(), timeZone).date;
  const when = `${isToday ? '' : `on ${formatDayAndMonth(date)} `}at ${formatMinuteOfDay(minuteOfDay)}`;
  return first.by === null ? `It was ${did} ${when}.` : `${first.by} ${did} it ${when}.`;
}

/** Who made the newest of these changes, by the audit trail; null: nobody did. */
export async function findFirst(
  db: Database | Transaction,
  changes: SQL | undefined,
): Promise<First | null> {
  const [found] = await db
    .select({ at: auditLog.at, by: staff })
    .from(auditLog)
    .leftJoin(staff, eq(sql`${staff.id}::text`, auditLog.staffId))
    .where(changes)
    .orderBy(desc(auditLog.id))
    .limit(1);
  return found ? { at: found.at, by: found.by && recordedName(found.by) } : null;
}
