import { not, sql } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import {
  signedOutPhones,
  staffLinks,
  staffSessions,
  staffVerifications,
} from '#areas/staff/server/tables/staff.ts';
import { purgeEndedTokens } from '#areas/staff/server/manage-tokens.ts';
import { isLive } from '#areas/staff/server/session.ts';

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
