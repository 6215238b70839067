import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { staff } from '#server/db/schema/staff/staff.ts';
import { staffSessions } from '#server/db/schema/staff/staff-sessions.ts';
import { isLive } from '#server/staff/session/session-age.ts';

/** Checks a session without extending it: an open page alone does not keep anyone signed in. */
export async function isSessionStillLive(db: Database, sessionId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: staffSessions.id })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.userId))
    .where(and(eq(staffSessions.id, sessionId), eq(staff.isActive, true), isLive()));
  return found !== undefined;
}
