/**
 * Rate limits for guessing passwords: per account and network, per address, and per account everywhere. Correct attempts
 * are taken off the count. A browser that has signed in to the account before has its own count and meets no other, so
 * strangers cannot lock its owner out; neither can those elsewhere an address that has.
 */
import { and, eq, gt, inArray, like, sql } from 'drizzle-orm';
import { emailKey } from '#platform/rules/customer-name.ts';
import type { Context } from '#platform/server/context.ts';
import type { SignIn } from '#platform/server/sign-in-port.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';
import { callerNetwork, networkKey, throttle } from '#platform/server/http/throttle.ts';
import { keyedHash } from '#platform/server/link-token.ts';

type Keyed = { signIn: Pick<SignIn, 'secret'> };
type Counting = Pick<Context, 'db' | 'clock' | 'throttle'> & Keyed;

const WINDOW_SECONDS = 15 * 60;
/** From one network; a stranger's guesses count only there. */
const WRONG_PER_ACCOUNT = 5;
const WRONG_PER_DEVICE = 5;
/** Guesses from many networks: nobody's own mistakes. NIST SP 800-63B allows a hundred. */
const WRONG_EVERYWHERE = 100;
const EVERYWHERE = 'everywhere';
const WRONG_PER_ADDRESS = 20;

export type SignInAttempt = {
  /** Null where no email is given: the second factor, a passkey. */
  email: string | null;
  address: string;
  /** What the account knows this browser by; null: it does not. */
  device: string | null;
};

/** Counts an attempt before checking it, so that concurrent attempts are counted too. Throws TooManyRequests. */
export async function countSignInAttempt(context: Counting, attempt: SignInAttempt): Promise<void> {
  const { email, address, device } = attempt;
  const windowSeconds = WINDOW_SECONDS;
  if (device !== null) {
    const key = deviceKey(context, email, device);
    return throttle(context, { key, limit: WRONG_PER_DEVICE, windowSeconds, refusal: ofBrowser });
  }
  const limit = WRONG_PER_ADDRESS;
  await throttle(context, {
    key: addressKey(context, address),
    limit,
    windowSeconds,
    refusal: ofNetwork,
  });
  if (email === null) return;
  const own = { key: await placeKey(context, email, address), limit: WRONG_PER_ACCOUNT };
  await throttle(context, { ...own, windowSeconds, refusal: ofAccountHere });
  const all = { key: accountKey(context, email, EVERYWHERE), limit: WRONG_EVERYWHERE };
  await throttle(context, { ...all, windowSeconds, refusal: ofAccount });
}

/** The attempt was right: takes it off the counts of the address and of the account, and resets that of the place. */
export async function clearAttempt(context: Counting, attempt: SignInAttempt): Promise<void> {
  const { email, address, device } = attempt;
  if (device !== null) return deleteCounter(context, deviceKey(context, email, device));
  const taken = [
    addressKey(context, address),
    ...(email === null ? [] : [accountKey(context, email, EVERYWHERE)]),
  ];
  await context.db
    .update(throttleCounters)
    .set({ count: sql`${throttleCounters.count} - 1` })
    .where(and(inArray(throttleCounters.key, taken), gt(throttleCounters.count, 0)));
  if (email !== null) await deleteCounter(context, await placeKey(context, email, address));
}

/** For people who use a link from the host or a colleague. */
export async function clearAttempts(
  context: Pick<Context, 'db'> & Keyed,
  email: string,
): Promise<void> {
  await context.db
    .delete(throttleCounters)
    .where(like(throttleCounters.key, `${accountKey(context, email, '')}%`));
}

async function deleteCounter({ db }: Pick<Context, 'db'>, key: string): Promise<void> {
  await db.delete(throttleCounters).where(eq(throttleCounters.key, key));
}

const ofBrowser = (wait: string) =>
  `Too many wrong attempts in this browser. Try again in ${wait}.`;
const ofNetwork = (wait: string) =>
  `Too many wrong attempts from your network. Try again in ${wait}, or use a browser you have signed in with before.`;
const ofAccountHere = (wait: string) =>
  `Too many wrong passwords for this account from your network. Try again in ${wait}, or use a browser you have signed in with before.`;
const ofAccount = (wait: string) =>
  `Too many wrong passwords for this account. Try again in ${wait}, or use a browser you have signed in with before.`;

/** An address that has signed in to the account before has its own count, apart from its neighbours'. */
async function placeKey(context: Counting, email: string, address: string): Promise<string> {
  const isKnown = await hasSignedInFrom(context, email, address);
  return accountKey(
    context,
    email,
    isKnown ? `address ${address}` : `network ${networkKey(address)}`,
  );
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

function addressKey({ signIn }: Keyed, address: string): string {
  return `sign-in address:${keyedHash(signIn.secret, callerNetwork(address))}`;
}

function deviceKey(context: Keyed, email: string | null, device: string): string {
  if (email !== null) return accountKey(context, email, `device ${device}`);
  return `sign-in device:${keyedHash(context.signIn.secret, device)}`;
}

function accountKey({ signIn }: Keyed, email: string, from: string): string {
  const hash = (text: string) => keyedHash(signIn.secret, text);
  return `sign-in account:${hash(emailKey(email))}:${from === '' ? '' : hash(from)}`;
}
