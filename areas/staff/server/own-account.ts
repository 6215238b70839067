/** Which sessions, passkeys and API tokens are one's own. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Whose } from '#platform/server/http/about.ts';
import { listTokens } from '#areas/staff/server/manage-tokens.ts';
import { staffPasskeys, staffSessions } from '#areas/staff/server/tables/staff.ts';

export const ownAccount: Whose['ownAccount'] = {
  async sessionId({ db }, { staff }, ids) {
    return idsOf(
      await db
        .select({ id: staffSessions.id })
        .from(staffSessions)
        .where(and(inArray(staffSessions.id, ids.map(String)), eq(staffSessions.userId, staff.id))),
    );
  },

  async passkeyId({ db }, { staff }, ids) {
    return idsOf(
      await db
        .select({ id: staffPasskeys.id })
        .from(staffPasskeys)
        .where(and(inArray(staffPasskeys.id, ids.map(String)), eq(staffPasskeys.userId, staff.id))),
    );
  },

  /** Those who manage staff see everyone's. */
  async tokenId({ db }, { staff }) {
    return idsOf(await listTokens(db, staff));
  },
};

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
