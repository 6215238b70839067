/**
 * Who is signed in. Checked in the database at every request, so that signing out and disabling take effect
 * immediately.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { SignedInReply } from '#platform/calls/sign-in.ts';
import { rightsOf } from '#platform/rules/rights.ts';
import type { Context } from '#platform/server/context.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { staffSessions } from '#areas/staff/server/tables/staff-sessions.ts';
import { NotSignedIn, ServiceError } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';
import { NotForTokens } from '#areas/staff/server/token-holder.ts';
import { readSessionToken } from '#areas/staff/server/sign-in/better-auth-internals.ts';
import { isLive } from '#areas/staff/server/session-age.ts';

/** Recording every single request is unnecessary. */
const NOTED_EVERY_SECONDS = 60;
const FRESH_MINUTES = 10;

export type Session = {
  id: string;
  staff: StaffMember;
  /** Proved a short while ago who they are. */
  isFresh: boolean;
};

/** The session behind the request's cookie: genuine, neither idle nor too old, and of active staff. */
export async function findSession(
  { db, signIn }: Pick<Context, 'db' | 'signIn'>,
  request: FastifyRequest,
): Promise<Session | null> {
  const token = readSessionToken(request.headers.cookie ?? '', signIn);
  if (token === null) return null;
  const [found] = await db
    .select({
      id: staffSessions.id,
      staff,
      isFresh: sql<boolean>`${staffSessions.confirmedAt} > now() - make_interval(mins => ${FRESH_MINUTES})`,
      isNoted: sql<boolean>`${staffSessions.lastUsedAt} > now() - make_interval(secs => ${NOTED_EVERY_SECONDS})`,
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.userId))
    .where(and(eq(staffSessions.token, token), eq(staff.isActive, true), isLive()));
  if (!found) return null;
  const { id, isFresh, isNoted } = found;
  if (!isNoted) {
    await db
      .update(staffSessions)
      .set({ lastUsedAt: sql`now()` })
      .where(eq(staffSessions.id, id));
  }
  return { id, isFresh, staff: toStaffMember(found.staff, request.ip) };
}

/** Null for a visitor. */
export async function findSignedInStaff(
  context: Pick<Context, 'db' | 'signIn'>,
  request: FastifyRequest,
): Promise<StaffMember | null> {
  return (await findSession(context, request))?.staff ?? null;
}

export async function endSession({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  await db.delete(staffSessions).where(eq(staffSessions.id, id));
}

/** Throws NotSignedIn, and NotForTokens for a call with an API token, whatever its cookie. */
export async function getSession(
  context: Pick<Context, 'db' | 'signIn'>,
  request: FastifyRequest,
): Promise<Session> {
  if (request.staff?.token) throw new NotForTokens();
  const session = await findSession(context, request);
  if (!session) throw new NotSignedIn();
  return session;
}

/** For the actions that would do most harm from an unlocked screen. Throws NotSignedIn or ConfirmationRequired. */
export async function requireRecentSignIn(
  context: Pick<Context, 'db' | 'signIn'>,
  request: FastifyRequest,
): Promise<Session> {
  const session = await getSession(context, request);
  if (!session.isFresh) throw new ConfirmationRequired();
  return session;
}

/** Who is signed in, for their own browser. */
export function describeSignedIn({
  id,
  email,
  firstName,
  lastName,
  role,
}: StaffMember): SignedInReply {
  return { id, email, firstName, lastName, role, rights: rightsOf(role) };
}

/** 403: the browser asks for the password (POST /api/auth/confirm) and sends the same request again. */
export class ConfirmationRequired extends ServiceError {
  constructor() {
    super(403, 'confirm_first', 'Enter your password again to continue.');
  }
}

function toStaffMember(row: typeof staff.$inferSelect, ip: string): StaffMember {
  const { id, email, firstName, lastName, role } = row;
  return { id, email, firstName, lastName, role, ip };
}
