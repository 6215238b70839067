import { and, asc, desc, eq, max, sql } from 'drizzle-orm';
import type { InviteReply, SessionReply, StaffAccountReply } from '#areas/staff/calls/staff.ts';
import { INVITED_ROLE } from '#platform/rules/roles.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { staff, type StaffRow } from '#platform/server/db/tables/staff.ts';
import { staffLinks, staffSessions } from '#areas/staff/server/tables/staff.ts';
import { NotFound } from '#platform/server/errors.ts';
import { isLive } from '#areas/staff/server/session.ts';

type Reader = Database | Transaction;

export async function isActiveStaff(db: Reader, id: string): Promise<boolean> {
  return (await findStaffById(db, id))?.isActive === true;
}

export async function isAnyStaff(db: Reader): Promise<boolean> {
  const [found] = await db.select({ id: staff.id }).from(staff).limit(1);
  return found !== undefined;
}

export async function findStaffById(db: Reader, id: string): Promise<StaffRow | undefined> {
  const [found] = await db.select().from(staff).where(eq(staff.id, id));
  return found;
}

/** `email` in the form of emailKey. */
export async function findStaffByEmail(db: Reader, email: string): Promise<StaffRow | undefined> {
  const [found] = await db
    .select()
    .from(staff)
    .where(eq(sql`lower(${staff.email})`, email));
  return found;
}

export async function listStaff(db: Reader): Promise<StaffAccountReply[]> {
  const rows = await selectStaff(db).orderBy(desc(staff.isActive), asc(staff.email));
  return rows.map(toReply);
}

/** Throws NotFound. */
export async function getStaff(db: Reader, id: string): Promise<StaffAccountReply> {
  const [row] = await selectStaff(db).where(eq(staff.id, id));
  if (!row) throw new NotFound('This account');
  return toReply(row);
}

export async function listInvites(db: Reader): Promise<InviteReply[]> {
  const rows = await db
    .select()
    .from(staffLinks)
    .where(and(eq(staffLinks.purpose, 'invite'), sql`${staffLinks.expiresAt} > now()`))
    .orderBy(asc(staffLinks.email));
  return rows.map(({ email, role, expiresAt }) => ({
    email,
    role: role ?? INVITED_ROLE,
    expiresAt: expiresAt.toISOString(),
  }));
}

/** Sessions that are still live, most recently used first. */
export async function listSessions(
  db: Reader,
  staffId: string,
  currentId: string,
): Promise<SessionReply[]> {
  const rows = await db
    .select()
    .from(staffSessions)
    .where(and(eq(staffSessions.userId, staffId), isLive()))
    .orderBy(desc(staffSessions.lastUsedAt));
  return rows.map(({ id, createdAt, lastUsedAt, ipAddress, userAgent }) => ({
    id,
    isCurrent: id === currentId,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    ipAddress,
    userAgent,
  }));
}

function selectStaff(db: Reader) {
  return db
    .select({ row: staff, lastUsedAt: max(staffSessions.lastUsedAt) })
    .from(staff)
    .leftJoin(staffSessions, and(eq(staffSessions.userId, staff.id), isLive()))
    .groupBy(staff.id)
    .$dynamic();
}

function toReply({
  row,
  lastUsedAt,
}: {
  row: StaffRow;
  lastUsedAt: Date | null;
}): StaffAccountReply {
  const { id, email, firstName, lastName, role, isActive, twoFactorEnabled, createdAt } = row;
  return {
    id,
    email,
    firstName,
    lastName,
    role,
    isActive,
    twoFactorEnabled,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
