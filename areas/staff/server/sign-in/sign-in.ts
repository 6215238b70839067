/** better-auth on our own tables. None of its routes is mounted; ours call the few functions we need. */
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { twoFactor } from 'better-auth/plugins';
import { PASSWORD_LENGTH } from '#platform/calls/sign-in.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import {
  staffAccounts,
  staffSessions,
  staffTwoFactors,
  staffVerifications,
  staffPasskeys,
} from '#areas/staff/server/tables/staff.ts';
import { loadSignInSecret } from '#areas/business/server/installation.ts';
import { sessionCookieName } from '#areas/staff/server/sign-in/better-auth-internals.ts';
import { openOidc, type OidcSettings } from '#areas/staff/server/sign-in/oidc.ts';

import { CLIENT_ADDRESS_HEADER, signInHooks } from './sign-in-hooks.ts';
import { LONGEST_SESSION_SECONDS } from '#areas/staff/server/session.ts';
import { isActiveStaff } from '#areas/staff/server/accounts/staff-queries.ts';
import { passkey } from '@better-auth/passkey';

type SignInOptions = Pick<Context, 'db' | 'clock' | 'log' | 'throttle'> & {
  /** An origin; https makes cookies secure. */
  publicUrl: string;
  secret: string;
  /** Null: no single sign-on. */
  oidc: OidcSettings | null;
};

export type StaffSignIn = ReturnType<typeof createSignIn>;

/** For what signs staff in or changes how they do. */
export type StaffContext = Context & { signIn: StaffSignIn };

/** With the secret stored in the database. */
export async function openSignIn(
  context: Pick<Context, 'db' | 'clock' | 'log'>,
  { throttle, publicUrl, oidc }: Pick<SignInOptions, 'throttle' | 'publicUrl' | 'oidc'>,
): Promise<StaffSignIn> {
  const { db, clock, log } = context;
  const secret = await loadSignInSecret(db);
  return createSignIn({ db, clock, log, throttle, publicUrl, oidc, secret });
}

function createSignIn(options: SignInOptions) {
  const { publicUrl, secret } = options;
  // `__Host-`: no other host and no unencrypted connection can have set it.
  const cookiePrefix = publicUrl.startsWith('https:') ? '__Host-mealrun' : 'mealrun';
  const base = baseOptions(options, cookiePrefix);
  return {
    publicUrl,
    secret,
    cookieName: sessionCookieName(cookiePrefix),
    auth: betterAuth({ ...base, plugins: [twoFactor({ issuer: 'Mealrun' }), passkeys(publicUrl)] }),
    oidc: options.oidc ? openOidc(options.db, base, options.oidc) : null,
  };
}

function baseOptions(options: SignInOptions, cookiePrefix: string) {
  const { db, publicUrl, secret } = options;
  return {
    appName: 'Mealrun',
    baseURL: publicUrl,
    secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: ownTables(db),
    user: {
      additionalFields: {
        firstName: { type: 'string', required: true, input: false },
        lastName: { type: 'string', required: true, input: false },
        role: { type: 'string', required: true, input: false },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
    },
    account: {
      accountLinking: { enabled: false, disableImplicitLinking: true },
      // We have no use for the issuer's tokens once it has said who someone is.
      updateAccountOnSignIn: false,
    },
    session: {
      expiresIn: LONGEST_SESSION_SECONDS,
      // An absolute end; idleness and the shorter ends of most roles are checked by us at every request.
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      // We use our own: requireRecentSignIn.
      freshAge: 0,
    },
    // Our own limits count in PostgreSQL, and also cover calls that do not come by HTTP.
    rateLimit: { enabled: false },
    hooks: signInHooks(options),
    databaseHooks: {
      session: {
        create: {
          // However they sign in, only active staff get through.
          before: async ({ userId }) => {
            if (!(await isActiveStaff(db, userId)))
              throw new APIError('UNAUTHORIZED', { code: 'NOT_ACTIVE' });
          },
        },
      },
    },
    advanced: {
      cookiePrefix,
      useSecureCookies: false,
      defaultCookieAttributes: {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure: publicUrl.startsWith('https:'),
      },
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
  } satisfies BetterAuthOptions;
}

function ownTables(db: Database) {
  return drizzleAdapter(db, {
    provider: 'pg',
    transaction: true,
    schema: {
      user: staff,
      session: staffSessions,
      account: staffAccounts,
      verification: staffVerifications,
      twoFactor: staffTwoFactors,
      passkey: staffPasskeys,
    },
  });
}

/** A passkey counts as both factors, so the device must have verified its user. */
function passkeys(publicUrl: string) {
  return passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: 'Mealrun',
    origin: publicUrl,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => assertUserVerified(verification.registrationInfo),
    },
    authentication: {
      afterVerification: ({ verification }) => assertUserVerified(verification.authenticationInfo),
    },
    advanced: { webAuthnChallengeCookie: 'passkey' },
  });
}

function assertUserVerified(info: { userVerified: boolean } | undefined): void {
  if (!info?.userVerified) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' });
}
