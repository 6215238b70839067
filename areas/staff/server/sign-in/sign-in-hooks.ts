/** Runs around every call of better-auth, by HTTP or not: counts guesses and records sign-ins. */
import type { BetterAuthOptions } from 'better-auth';
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api';
import { z } from 'zod';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { undoSignIn } from '#areas/staff/server/sign-in/better-auth-internals.ts';
import { CODE_USED } from '#areas/staff/server/sign-in/sign-in-refusals.ts';
import type { SignIn } from '#platform/server/sign-in-port.ts';
import { findKnownDevice } from '#areas/staff/server/sign-in/known-device.ts';
import {
  clearAttempt,
  countSignInAttempt,
  type SignInAttempt,
} from '#areas/staff/server/sign-in/sign-in-throttle.ts';
import { lte } from 'drizzle-orm';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';

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
