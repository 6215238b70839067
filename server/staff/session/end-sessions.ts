import { and, eq, ne } from 'drizzle-orm';
import { recordChange } from '#server/audit/record-change.ts';
import type { Context } from '#server/context.ts';
import { staffSessions } from '#server/db/schema/staff/staff-sessions.ts';
import { NotFound } from '#server/errors.ts';
import type { Session } from '#server/staff/session/session.ts';
import { findStaffById } from '#server/staff/accounts/staff-queries.ts';

type Needs = Pick<Context, 'db' | 'clock'>;

/** Signs someone out everywhere; your own current session stays. Throws NotFound. */
export async function endSessionsOf(context: Needs, by: Session, staffId: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (!(await findStaffById(tx, staffId))) throw new NotFound('This account');
    const ended = await tx
      .delete(staffSessions)
      .where(and(eq(staffSessions.userId, staffId), ne(staffSessions.id, by.id)))
      .returning({ id: staffSessions.id });
    await recordChange(tx, context, {
      staff: by.staff,
      action: 'staff.end_sessions',
      entity: 'staff',
      entityId: staffId,
      before: { sessions: ended.length },
      after: { sessions: 0 },
    });
  });
}

/** Ends one of your own sessions. Throws NotFound, for other people's too. */
export async function endOwnSession(context: Needs, by: Session, sessionId: string): Promise<void> {
  const [ended] = await context.db
    .delete(staffSessions)
    .where(and(eq(staffSessions.id, sessionId), eq(staffSessions.userId, by.staff.id)))
    .returning({ id: staffSessions.id });
  if (!ended) throw new NotFound('This session');
}
