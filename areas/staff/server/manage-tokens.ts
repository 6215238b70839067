import { and, desc, eq, isNull, lt, or, sql, not } from 'drizzle-orm';
import {
  type ApiTokenReply,
  type MakeApiTokenRequest,
  type NewApiTokenReply,
  listApiTokens,
  makeApiToken,
  revokeApiToken,
} from '#areas/staff/calls/api-tokens.ts';
import { MOST_TOKENS } from '#platform/rules/api-tokens.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { apiTokens } from '#areas/staff/server/tables/webhooks.ts';
import { staff as staffTable } from '#platform/server/db/tables/staff.ts';
import { Conflict, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { mayDo, type StaffMember } from '#platform/server/sign-in-port.ts';
import { hashToken, newTokenText } from '#areas/staff/server/token-holder.ts';
import type { FastifyInstance } from 'fastify';
import { staffRoute } from '#platform/server/http/route.ts';
import { requireRecentSignIn, isLive } from '#areas/staff/server/session.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import {
  signedOutPhones,
  staffLinks,
  staffSessions,
  staffVerifications,
} from '#areas/staff/server/tables/staff.ts';

/** Long enough to ask what became of one. */
const ENDED_KEPT_DAYS = 90;

/** One's own, or everyone's for those who manage staff; newest first. */
export async function listTokens(db: Database, by: StaffMember): Promise<ApiTokenReply[]> {
  const rows = await db
    .select(SHOWN)
    .from(apiTokens)
    .innerJoin(staffTable, eq(staffTable.id, apiTokens.staffId))
    .where(mayDo(by, 'manageStaff') ? undefined : eq(apiTokens.staffId, by.id))
    .orderBy(desc(apiTokens.createdAt), apiTokens.id);
  return rows.map(describeToken);
}

/** Throws InvalidRequest for rights that the person's own role lacks, and Conflict `too_many_tokens`. */
export async function makeToken(
  context: Pick<Context, 'db' | 'clock'>,
  by: StaffMember,
  { name, rights, days }: MakeApiTokenRequest,
): Promise<NewApiTokenReply> {
  const lacking = rights.filter((right) => !mayDo(by, right));
  if (lacking.length > 0) {
    throw new InvalidRequest({ rights: `Your role does not have ${lacking.join(', ')}` });
  }
  const text = newTokenText();
  const id = await context.db.transaction(async (tx) => {
    await refuseTooMany(tx, by);
    const [made] = await tx
      .insert(apiTokens)
      .values({
        staffId: by.id,
        name,
        rights,
        tokenHash: hashToken(text),
        lastFour: text.slice(-4),
        expiresAt: sql`now() + make_interval(days => ${days}::int)`,
      })
      .returning({ id: apiTokens.id });
    if (!made) throw new Error('the token was not stored');
    await recordChange(tx, context, {
      staff: by,
      action: 'staff.make_token',
      entityId: by.id,
      after: { token: name, rights, days },
    });
    return made.id;
  });
  return { token: text, made: await getToken(context.db, id) };
}

/** Revoking again changes nothing. Throws NotFound. */
export async function revokeToken(
  context: Pick<Context, 'db' | 'clock'>,
  by: StaffMember,
  id: string,
): Promise<void> {
  const token = await getToken(context.db, id);
  await context.db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(apiTokens)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(apiTokens.id, id), isNull(apiTokens.revokedAt)))
      .returning({ id: apiTokens.id });
    if (!revoked) return;
    await recordChange(tx, context, {
      staff: by,
      action: 'staff.revoke_token',
      entityId: token.owner.id,
      before: { token: token.name, rights: token.rights },
    });
  });
}

/** When someone is signed out everywhere, disabled, or has lost their password. */
export async function revokeTokensOf(tx: Transaction, staffId: string): Promise<number> {
  const revoked = await tx
    .update(apiTokens)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(apiTokens.staffId, staffId),
        isNull(apiTokens.revokedAt),
        sql`${apiTokens.expiresAt} > now()`,
      ),
    )
    .returning({ id: apiTokens.id });
  return revoked.length;
}

export async function purgeEndedTokens({ db }: Pick<Context, 'db'>): Promise<void> {
  const then = sql`now() - make_interval(days => ${ENDED_KEPT_DAYS})`;
  await db
    .delete(apiTokens)
    .where(or(lt(apiTokens.expiresAt, then), lt(apiTokens.revokedAt, then)));
}

async function refuseTooMany(tx: Transaction, { id }: StaffMember): Promise<void> {
  // Two that are made at once are counted one after the other.
  await tx
    .select({ id: staffTable.id })
    .from(staffTable)
    .where(eq(staffTable.id, id))
    .for('update');
  const isGood = sql`${apiTokens.revokedAt} is null and ${apiTokens.expiresAt} > now()`;
  if ((await tx.$count(apiTokens, and(eq(apiTokens.staffId, id), isGood))) < MOST_TOKENS) return;
  throw new Conflict(
    'too_many_tokens',
    `You have ${MOST_TOKENS} API tokens, the most there can be. Revoke one that is not needed.`,
  );
}

async function getToken(db: Database, id: string): Promise<ApiTokenReply> {
  const [found] = await db
    .select(SHOWN)
    .from(apiTokens)
    .innerJoin(staffTable, eq(staffTable.id, apiTokens.staffId))
    .where(eq(apiTokens.id, id));
  if (!found) throw new NotFound('This API token');
  return describeToken(found);
}

const SHOWN = {
  id: apiTokens.id,
  name: apiTokens.name,
  staffId: apiTokens.staffId,
  email: staffTable.email,
  lastFour: apiTokens.lastFour,
  rights: apiTokens.rights,
  createdAt: apiTokens.createdAt,
  expiresAt: apiTokens.expiresAt,
  lastUsedOn: apiTokens.lastUsedOn,
  revokedAt: apiTokens.revokedAt,
  isExpired: sql<boolean>`${apiTokens.expiresAt} <= now()`,
};

type TokenRow = Omit<typeof apiTokens.$inferSelect, 'tokenHash'> & {
  email: string;
  isExpired: boolean;
};

function describeToken(row: TokenRow): ApiTokenReply {
  const { id, name, staffId, email, lastFour, rights, createdAt, expiresAt, lastUsedOn } = row;
  return {
    id,
    name,
    owner: { id: staffId, email },
    lastFour,
    rights,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedOn,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    state: row.revokedAt ? 'revoked' : row.isExpired ? 'expired' : 'active',
  };
}

export function registerTokenRoutes(app: FastifyInstance, context: StaffContext): void {
  staffRoute(app, listApiTokens, ({ staff }) => listTokens(context.db, staff));

  staffRoute(app, makeApiToken, async ({ body, reply }) => {
    const { staff } = await requireRecentSignIn(context, reply.request);
    return makeToken(context, staff, body);
  });

  staffRoute(app, revokeApiToken, async ({ params, staff }) => {
    await revokeToken(context, staff, params.tokenId);
  });
}

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
