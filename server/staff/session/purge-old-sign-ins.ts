import { not, sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { staffLinks } from '#server/db/schema/staff/staff-links.ts';
import { staffSessions } from '#server/db/schema/staff/staff-sessions.ts';
import { staffVerifications } from '#server/db/schema/staff/staff-verifications.ts';
import { isLive } from '#server/staff/session/session-age.ts';

/** Deletes what no longer grants access: ended sessions, expired links, and sign-ins that were never finished. */
export async function purgeOldSignIns({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.delete(staffSessions).where(not(isLive()));
  await db.delete(staffLinks).where(sql`${staffLinks.expiresAt} <= now()`);
  await db.delete(staffVerifications).where(sql`${staffVerifications.expiresAt} <= now()`);
}
