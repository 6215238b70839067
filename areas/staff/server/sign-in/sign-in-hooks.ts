/** Runs around every call of better-auth, by HTTP or not: counts guesses and records sign-ins. */
import type { BetterAuthOptions } from 'better-auth';
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api';
import { z } from 'zod';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { undoSignIn } from '#areas/staff/server/sign-in/better-auth-internals.ts';
import type { SignIn } from '#platform/server/sign-in-port.ts';
import {
  clearAttempt,
  countSignInAttempt,
  type SignInAttempt,
} from '#areas/staff/server/sign-in/sign-in-throttle.ts';
import { lte } from 'drizzle-orm';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';
import { ServiceError } from '#platform/server/errors.ts';
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { emailKey } from '#platform/rules/customer-name.ts';
import { isSameSecret } from '#platform/server/link-token.ts';

/** Set by us on every call, overriding whatever the browser sent. */
export const CLIENT_ADDRESS_HEADER = 'x-mealrun-client-address';

const TOTP = '/two-factor/verify-totp';
/** Ways in that rely on something guessable. */
const ATTEMPT_PATHS = new Set([
  '/sign-in/email',
  TOTP,
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
]);
const WAYS_IN = new Set([...ATTEMPT_PATHS, '/callback/:id']);

const Signer = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  twoFactorEnabled: z.boolean().nullish(),
});

type Hooked = Pick<Context, 'db' | 'clock' | 'log' | 'throttle'> &
  Pick<SignIn, 'secret' | 'publicUrl'>;

export function signInHooks(context: Hooked) {
  const counting = { ...context, signIn: context };
  return {
    before: createAuthMiddleware(async ({ path, body, headers }) => {
      if (ATTEMPT_PATHS.has(path))
        await countSignInAttempt(counting, attemptOf(context, body, headers));
    }),
    after: createAuthMiddleware(async ({ path, body, headers, context: call }) => {
      const { returned, newSession } = call;
      if (!WAYS_IN.has(path)) return;
      const ip = addressOf(headers);
      // Replacing a session is not a sign-in: that happens when a second factor is switched on.
      const isSignIn = newSession !== null && !call.session;
      if (isSignIn && path === TOTP) {
        const { code } = WithCode.parse(body);
        if (!(await consumeCode(context, newSession.user.id, code))) {
          await undoSignIn(call);
          context.log.warn({ ip, way: path }, 'a code was used a second time');
          throw new APIError('UNAUTHORIZED', { code: CODE_USED });
        }
      }
      if (ATTEMPT_PATHS.has(path)) {
        if (isAPIError(returned)) context.log.warn({ ip, way: path }, 'sign-in refused');
        else await clearAttempt(counting, attemptOf(context, body, headers));
      }
      if (!isSignIn) return;
      const staff = Signer.parse(newSession.user);
      // The password was right, but the second factor is still missing.
      if (path === '/sign-in/email' && staff.twoFactorEnabled === true) return;
      await context.db.transaction((tx) =>
        recordChange(tx, context, {
          staff: { ...staff, ip },
          action: 'staff.sign_in',
          entityId: staff.id,
          after: { way: path },
        }),
      );
    }),
  } satisfies BetterAuthOptions['hooks'];
}

const WithCode = z.object({ code: z.string() });
const WithEmail = z.object({ email: z.string() });

function attemptOf(
  signIn: Pick<SignIn, 'secret' | 'publicUrl'>,
  body: unknown,
  headers: Headers | undefined,
): SignInAttempt {
  const given = WithEmail.safeParse(body);
  const email = given.success ? given.data.email : null;
  const device = findKnownDevice(signIn, headers?.get('cookie') ?? '', email);
  return { email, address: addressOf(headers), device };
}

function addressOf(headers: Headers | undefined): string {
  return headers?.get(CLIENT_ADDRESS_HEADER) ?? 'unknown';
}

/** As long as an authenticator's code is accepted: its own half minute, the one before and the one after. */
const CODE_GOOD_MS = 90_000;

/** Marks an authenticator's code as used; false when it already was. Of several concurrent attempts, one succeeds. */
async function consumeCode(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  staffId: string,
  code: string,
): Promise<boolean> {
  const now = clock();
  const used = await db
    .insert(throttleCounters)
    .values({
      key: `used-code ${staffId} ${code}`,
      count: 1,
      endsAt: new Date(now + CODE_GOOD_MS),
    })
    .onConflictDoUpdate({
      target: throttleCounters.key,
      set: { endsAt: new Date(now + CODE_GOOD_MS) },
      setWhere: lte(throttleCounters.endsAt, new Date(now)),
    })
    .returning({ key: throttleCounters.key });
  return used.length > 0;
}

const wrongCredentials = () =>
  new ServiceError(401, 'wrong_credentials', 'Wrong email or password.');
const wrongCode = () => new ServiceError(401, 'wrong_code', 'Wrong code.');
// The challenge is used up too: better-auth had accepted the code.
const usedCode = () =>
  new ServiceError(
    401,
    'sign_in_again',
    'This code has already been used. Sign in again with the next one.',
  );
const startAgain = () =>
  new ServiceError(401, 'sign_in_again', 'That took too long or too many attempts. Sign in again.');
const wrongPasskey = () =>
  new ServiceError(401, 'wrong_passkey', 'This passkey didn’t work. Sign in another way.');
const locked = () =>
  new ServiceError(
    429,
    'too_many_requests',
    'Too many wrong codes. Wait 15 minutes, then try again.',
  );

/** Our own code, in addition to better-auth's. */
const CODE_USED = 'CODE_USED';

/** Known codes with our messages; any other code gets the default of its way to sign in. */
const KNOWN: Record<string, () => ServiceError> = {
  INVALID_CODE: wrongCode,
  [CODE_USED]: usedCode,
  INVALID_BACKUP_CODE: wrongCode,
  ACCOUNT_TEMPORARILY_LOCKED: locked,
};

export type SignInWay = 'password' | 'code' | 'passkey';
// One message for passwords, whether the account is unknown, disabled or has no password, or the password is wrong.
const OTHERWISE: Record<SignInWay, () => ServiceError> = {
  password: wrongCredentials,
  code: startAgain,
  passkey: wrongPasskey,
};

export function signInRefusal(way: SignInWay, code: string): ServiceError {
  return (KNOWN[code] ?? OTHERWISE[way])();
}

// A browser that has signed in to an account before is known by a signed cookie, one for each account. It grants nothing
// but its own count of wrong passwords, so that strangers who guess cannot lock it out.

const HALF_A_YEAR_SECONDS = 180 * 24 * 60 * 60;
const DEVICE = /^[\w-]{16}$/;

type Signing = Pick<SignIn, 'secret' | 'publicUrl'>;

/** After a sign-in: from now on this browser is known for the account. */
export function setDeviceCookie(signIn: Signing, reply: FastifyReply, email: string): void {
  const name = cookieName(signIn, email);
  const device = randomBytes(12).toString('base64url');
  reply.header(
    'set-cookie',
    [
      `${name}=${device}.${signature(signIn, name, device)}`,
      'Path=/',
      `Max-Age=${HALF_A_YEAR_SECONDS}`,
      'HttpOnly',
      'SameSite=Lax',
      ...(isHttps(signIn) ? ['Secure'] : []),
    ].join('; '),
  );
}

/** The device that our cookie for this account names, or for any account when `email` is null; null if we signed none. */
function findKnownDevice(signIn: Signing, cookies: string, email: string | null): string | null {
  const start = email === null ? cookiePrefix(signIn) : `${cookieName(signIn, email)}=`;
  for (const cookie of cookies.split(';').map((each) => each.trim())) {
    if (!cookie.startsWith(start)) continue;
    const [name = '', value = ''] = cookie.split('=');
    const [device = '', signed = ''] = value.split('.');
    if (DEVICE.test(device) && isSameSecret(signature(signIn, name, device), signed)) return device;
  }
  return null;
}

function isHttps({ publicUrl }: Signing): boolean {
  return publicUrl.startsWith('https:');
}

function cookiePrefix(signIn: Signing): string {
  return `${isHttps(signIn) ? '__Host-' : ''}mealrun.device_`;
}

/** The name does not tell whose account it is. */
function cookieName(signIn: Signing, email: string): string {
  return cookiePrefix(signIn) + sign(signIn, `device of ${emailKey(email)}`).slice(0, 12);
}

function signature(signIn: Signing, name: string, device: string): string {
  return sign(signIn, `${name} ${device}`);
}

function sign({ secret }: Signing, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}
