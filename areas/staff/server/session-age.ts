import { type SQL, sql } from 'drizzle-orm';
import { FIELD_ROLES } from '#platform/rules/roles.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { staffSessions } from '#areas/staff/server/tables/staff-sessions.ts';

const IDLE_HOURS = 12;
const ABSOLUTE_DAYS = 7;

/**
 * Of packers and drivers, however long the phone lay still: being signed out in mid-run would hide the stops, and they
 * see little.
 */
const FIELD_DAYS = 14;

/** The longest that any session may last. */
export const LONGEST_SESSION_SECONDS = FIELD_DAYS * 24 * 60 * 60;

/**
 * Neither idle for too long nor too old for the role that its owner has now. Uses real time, not the business's clock,
 * which may be set for a rehearsal.
 */
export function isLive(): SQL {
  const role = sql`(select ${staff.role} from ${staff} where ${staff.id} = ${staffSessions.userId})`;
  const inField = sql`${role} in (${sql.join(
    FIELD_ROLES.map((name) => sql`${name}`),
    sql`, `,
  )})`;
  return sql`(${staffSessions.expiresAt} > now() and case when ${inField}
    then ${staffSessions.createdAt} > now() - make_interval(days => ${FIELD_DAYS})
    else ${staffSessions.createdAt} > now() - make_interval(days => ${ABSOLUTE_DAYS})
      and ${staffSessions.lastUsedAt} > now() - make_interval(hours => ${IDLE_HOURS}) end)`;
}
