/**
 * Rate limits for guessing passwords: per account and per address. Correct attempts are taken off the count. An address
 * that has signed in to the account before has its own count, so that guesses from elsewhere cannot lock its owner out.
 */
import { createHash } from 'node:crypto';
import { and, eq, gt, like, sql } from 'drizzle-orm';
import { emailKey } from '#domain/customer/email-address.ts';
import type { Context } from '#server/context.ts';
import { auditLog } from '#server/db/schema/operation/audit-log.ts';
import { staff } from '#server/db/schema/staff/staff.ts';
import { throttleCounters } from '#server/db/schema/operation/throttle-counters.ts';
import { callerNetwork } from '#server/http/caller-key.ts';
import { throttle } from '#server/http/throttle.ts';

type Counting = Pick<Context, 'db' | 'clock' | 'throttle'>;

const WINDOW_SECONDS = 15 * 60;
const WRONG_PER_ACCOUNT = 5;
const WRONG_PER_ADDRESS = 20;

export type SignInAttempt = {
  /** Null where no email is given: the second factor, a passkey. */
  email: string | null;
  address: string;
};

/** Counts an attempt before checking it, so that concurrent attempts are counted too. Throws TooManyRequests. */
export async function countSignInAttempt(context: Counting, attempt: SignInAttempt): Promise<void> {
  const { email, address } = attempt;
  const windowSeconds = WINDOW_SECONDS;
  await throttle(context, { key: addressKey(address), limit: WRONG_PER_ADDRESS, windowSeconds });
  if (email === null) return;
  const isKnownHere = await hasSignedInFrom(context, email, address);
  const key = isKnownHere ? accountKey(email, address) : accountKey(email);
  await throttle(context, { key, limit: WRONG_PER_ACCOUNT, windowSeconds });
}

/** The attempt was right: takes it off the address's count and resets the account's. */
export async function clearAttempt(
  context: Pick<Context, 'db'>,
  attempt: SignInAttempt,
): Promise<void> {
  const { email, address } = attempt;
  await context.db
    .update(throttleCounters)
    .set({ count: sql`${throttleCounters.count} - 1` })
    .where(and(eq(throttleCounters.key, addressKey(address)), gt(throttleCounters.count, 0)));
  if (email !== null) await clearAttempts(context, email);
}

/** Also for people who use a link from the host or a colleague. */
export async function clearAttempts({ db }: Pick<Context, 'db'>, email: string): Promise<void> {
  await db.delete(throttleCounters).where(like(throttleCounters.key, `${accountKey(email)}%`));
}

async function hasSignedInFrom({ db }: Counting, email: string, address: string): Promise<boolean> {
  const [found] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .innerJoin(staff, eq(sql`${staff.id}::text`, auditLog.entityId))
    .where(
      and(
        eq(sql`lower(${staff.email})`, emailKey(email)),
        eq(auditLog.entity, 'staff'),
        eq(auditLog.action, 'staff.sign_in'),
        eq(auditLog.ip, address),
      ),
    )
    .limit(1);
  return found !== undefined;
}

function addressKey(address: string): string {
  return `sign-in address:${hash(callerNetwork(address))}`;
}

function accountKey(email: string, address?: string): string {
  return `sign-in account:${hash(emailKey(email))}:${address === undefined ? '' : hash(callerNetwork(address))}`;
}

/** Keys outlive their use by a while; they need not reveal whose they are. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
