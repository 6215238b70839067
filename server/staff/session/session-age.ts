import { type SQL, sql } from 'drizzle-orm';
import { staffSessions } from '#server/db/schema/staff/staff-sessions.ts';

const IDLE_HOURS = 12;
const ABSOLUTE_DAYS = 7;

/**
 * Neither idle for too long nor too old. Uses real time, not the business's clock, which may be set for a rehearsal.
 */
export function isLive(): SQL {
  return sql`(${staffSessions.expiresAt} > now()
    and ${staffSessions.createdAt} > now() - make_interval(days => ${ABSOLUTE_DAYS})
    and ${staffSessions.lastUsedAt} > now() - make_interval(hours => ${IDLE_HOURS}))`;
}
