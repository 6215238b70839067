/** One-time links. The secret part is in the fragment, which browsers never send; we store its hash. */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { LinkReply } from '#areas/staff/calls/staff.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { staffLinks } from '#areas/staff/server/tables/staff.ts';
import { ServiceError } from '#platform/server/errors.ts';

export type StaffLink = typeof staffLinks.$inferSelect;
type Purpose = StaffLink['purpose'];

const MINUTES: Record<Purpose, number> = { setup: 30, invite: 24 * 60, reset: 24 * 60 };
const PAGES: Record<Purpose, string> = {
  setup: 'setup',
  invite: 'invite',
  reset: 'reset-password',
};

/** 410, whatever is wrong with the link: mistyped, used, replaced or expired. */
export class LinkGone extends ServiceError {
  constructor() {
    super(410, 'link_gone', 'This link has been used or has expired. Ask for a new one.');
  }
}

/** Replaces any earlier link of the same kind for this email. */
export async function makeLink(
  tx: Transaction,
  publicUrl: string,
  link: { purpose: Purpose; email: string; role?: StaffRole; dropsSecondFactor?: boolean },
): Promise<LinkReply> {
  const { purpose, email, role = null, dropsSecondFactor = false } = link;
  const token = randomBytes(32).toString('base64url');
  // For two made concurrently, the later replaces the earlier.
  await lockStaff(tx);
  await takeBackLink(tx, purpose, email);
  const [made] = await tx
    .insert(staffLinks)
    .values({
      tokenHash: hash(token),
      purpose,
      email,
      role,
      dropsSecondFactor,
      // Uses real time, not the business's clock, which may be set for a rehearsal.
      expiresAt: sql`now() + make_interval(mins => ${MINUTES[purpose]})`,
    })
    .returning();
  if (!made) throw new Error('the link was not stored');
  const url = `${publicUrl}/${PAGES[purpose]}#${token}`;
  return { url, email, expiresAt: made.expiresAt.toISOString() };
}

/** Throws LinkGone. */
export async function findLink(db: Database | Transaction, token: string): Promise<StaffLink> {
  const [found] = await db.select().from(staffLinks).where(isGood(token));
  if (!found) throw new LinkGone();
  return found;
}

/** If several people use one link at once, one succeeds. Throws LinkGone for the others. */
export async function useLink(
  tx: Transaction,
  purpose: Purpose,
  token: string,
): Promise<StaffLink> {
  const [used] = await tx
    .delete(staffLinks)
    .where(and(isGood(token), eq(staffLinks.purpose, purpose)))
    .returning();
  if (!used) throw new LinkGone();
  return used;
}

/** False if there was none. */
export async function takeBackLink(
  tx: Transaction,
  purpose: Purpose,
  email: string,
): Promise<boolean> {
  const gone = await tx
    .delete(staffLinks)
    .where(and(eq(staffLinks.purpose, purpose), eq(staffLinks.email, email)))
    .returning({ purpose: staffLinks.purpose });
  return gone.length > 0;
}

function isGood(token: string) {
  return and(eq(staffLinks.tokenHash, hash(token)), sql`${staffLinks.expiresAt} > now()`);
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Any number, as long as every process of every version uses the same one. */
const STAFF_LOCK = 726_327_802;

/**
 * Staff accounts change one at a time: two concurrent set-ups create one account, and when two people disable each
 * other one stays.
 */
export async function lockStaff(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${STAFF_LOCK})`);
}
