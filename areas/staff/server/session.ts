/**
 * Who is signed in. Checked in the database at every request, so that signing out and disabling take effect
 * immediately.
 */
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { SignedInReply } from '#platform/calls/sign-in.ts';
import { rightsOf, FIELD_ROLES } from '#platform/rules/roles.ts';
import type { Context } from '#platform/server/context.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { staffSessions, signedOutPhones } from '#areas/staff/server/tables/staff.ts';
import { NotSignedIn, ServiceError } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { NotForTokens } from '#areas/staff/server/token-holder.ts';
import { readSessionToken } from '#areas/staff/server/sign-in/better-auth-internals.ts';
import { createHash } from 'node:crypto';

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

export function describeSignedIn(member: StaffMember): SignedInReply {
  const { id, email, firstName, lastName, role } = member;
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

const IDLE_HOURS = 12;
const ABSOLUTE_DAYS = 7;

/**
 * For packers and drivers, however long the phone lay still: being signed out in mid-run would hide the stops, and they
 * see little.
 */
const FIELD_DAYS = 14;

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

export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** 401: staff reported this phone as lost. It wipes what it keeps of the day. */
export class PhoneSignedOut extends ServiceError {
  constructor() {
    super(401, 'phone_signed_out', 'This phone was signed out.');
  }
}

/** For a request without a live session. */
export async function isSignedOutPhone(
  { db, signIn }: Pick<Context, 'db' | 'signIn'>,
  request: FastifyRequest,
): Promise<boolean> {
  const token = readSessionToken(request.headers.cookie ?? '', signIn);
  if (token === null) return false;
  const phones = await db.$count(
    signedOutPhones,
    eq(signedOutPhones.tokenHash, hashSessionToken(token)),
  );
  return phones > 0;
}
