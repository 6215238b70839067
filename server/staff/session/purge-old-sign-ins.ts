import { not, sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { signedOutPhones } from '#server/db/schema/staff/signed-out-phones.ts';
import { staffLinks } from '#server/db/schema/staff/staff-links.ts';
import { staffSessions } from '#server/db/schema/staff/staff-sessions.ts';
import { staffVerifications } from '#server/db/schema/staff/staff-verifications.ts';
import { purgeEndedTokens } from '#server/staff/api-tokens/manage-tokens.ts';
import { isLive } from '#server/staff/session/session-age.ts';

/** As long as a phone may keep reports, and longer than its cookie lives. */
const SIGNED_OUT_PHONE_DAYS = 30;

/**
 * Deletes what no longer grants access: ended sessions, expired links, and sign-ins that were never finished; and lost
 * phones that were never heard of again.
 */
export async function purgeOldSignIns({ db }: Pick<Context, 'db'>): Promise<void> {
  await purgeEndedTokens({ db });
  await db.delete(staffSessions).where(not(isLive()));
  await db.delete(staffLinks).where(sql`${staffLinks.expiresAt} <= now()`);
  await db.delete(staffVerifications).where(sql`${staffVerifications.expiresAt} <= now()`);
  await db
    .delete(signedOutPhones)
    .where(sql`${signedOutPhones.at} < now() - make_interval(days => ${SIGNED_OUT_PHONE_DAYS})`);
}
