import { and, eq, ne } from 'drizzle-orm';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { signedOutPhones, staffSessions } from '#areas/staff/server/tables/staff.ts';
import { NotFound } from '#platform/server/errors.ts';
import { revokeTokensOf } from '#areas/staff/server/manage-tokens.ts';
import { type Session, hashSessionToken } from '#areas/staff/server/session.ts';
import { findStaffById } from '#areas/staff/server/accounts/staff-queries.ts';

type SessionContext = Pick<Context, 'db' | 'clock'>;

/** Signs someone out everywhere and revokes their API tokens; your own current session stays. Throws NotFound. */
export async function endSessionsOf(
  context: SessionContext,
  by: Session,
  staffId: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (!(await findStaffById(tx, staffId))) throw new NotFound('This account');
    const ended = await tx
      .delete(staffSessions)
      .where(and(eq(staffSessions.userId, staffId), ne(staffSessions.id, by.id)))
      .returning({ id: staffSessions.id });
    const tokens = await revokeTokensOf(tx, staffId);
    await recordChange(tx, context, {
      staff: by.staff,
      action: 'staff.end_sessions',
      entityId: staffId,
      before: { sessions: ended.length, tokens },
      after: { sessions: 0, tokens: 0 },
    });
  });
}

/**
 * A lost phone: its session ends, and it is told to wipe itself when it is heard of next. Throws NotFound, also for the
 * session that asks.
 */
export async function signOutPhone(
  context: SessionContext,
  by: Session,
  { staffId, sessionId }: { staffId: string; sessionId: string },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(staffSessions)
      .where(
        and(
          eq(staffSessions.id, sessionId),
          eq(staffSessions.userId, staffId),
          ne(staffSessions.id, by.id),
        ),
      )
      .returning();
    if (!ended) throw new NotFound('This session');
    await tx
      .insert(signedOutPhones)
      .values({ tokenHash: hashSessionToken(ended.token), userId: staffId })
      .onConflictDoNothing();
    await recordChange(tx, context, {
      staff: by.staff,
      action: 'staff.sign_out_phone',
      entityId: staffId,
      before: { device: ended.userAgent, lastUsedAt: ended.lastUsedAt.toISOString() },
    });
  });
}

/** Throws NotFound. */
export async function endOneSession({ db }: SessionContext, sessionId: string): Promise<void> {
  const [ended] = await db
    .delete(staffSessions)
    .where(eq(staffSessions.id, sessionId))
    .returning({ id: staffSessions.id });
  if (!ended) throw new NotFound('This session');
}
