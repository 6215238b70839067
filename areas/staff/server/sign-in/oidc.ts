/** Single sign-on: an issuer may say who someone is; who may sign in is decided here. */
import { genericOAuth } from 'better-auth/plugins';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { emailKey } from '#platform/rules/customer-name.ts';
import type { Database } from '#platform/server/db/client.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { staffAccounts } from '#areas/staff/server/tables/staff.ts';
import { Unavailable } from '#platform/server/errors.ts';
import { hasProvider } from '#areas/staff/server/sign-in/better-auth-internals.ts';

export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** No one else is admitted, whatever the issuer says. */
  allowedEmails: string[];
};

export const OIDC_PROVIDER = 'oidc';

const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  email: z.email(),
  email_verified: z.literal(true),
  name: z.string().optional(),
});
type Claims = z.infer<typeof Claims>;

/** Reads the issuer's configuration at the first use, and again until it answers: it may be down when we start. */
export function openOidc(db: Database, base: BetterAuthOptions, settings: OidcSettings) {
  let ready: Promise<ReturnType<typeof createAuth>> | null = null;

  async function start() {
    const auth = createAuth(db, base, settings);
    if (await hasProvider(auth, OIDC_PROVIDER)) return auth;
    throw new Unavailable('oidc_unavailable', 'The single sign-on service isn’t responding.');
  }

  return {
    /** Throws Unavailable while the issuer is not responding. */
    async auth() {
      ready ??= start().catch((error: unknown) => {
        ready = null;
        throw error;
      });
      return ready;
    },
  };
}

function createAuth(db: Database, base: BetterAuthOptions, settings: OidcSettings) {
  const { issuer, clientId, clientSecret } = settings;
  const allowed = new Set(settings.allowedEmails.map(emailKey));
  return betterAuth({
    ...base,
    plugins: [
      genericOAuth({
        config: [
          {
            providerId: OIDC_PROVIDER,
            discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
            clientId,
            clientSecret,
            scopes: ['openid', 'email', 'profile'],
            pkce: true,
            disableSignUp: true,
            disableImplicitSignUp: true,
            // Without these, we would believe unsigned answers from anyone who responds at the issuer's addresses.
            requireIdTokenVerification: true,
            accountSubject: ({ profile }) => subjectOf(Claims.parse(profile)),
            // Called after the token's signature, issuer, audience and nonce have been checked.
            getUserInfo: async ({ idToken }) => {
              const claims = Claims.safeParse(readClaims(idToken));
              if (!claims.success || !allowed.has(emailKey(claims.data.email))) return null;
              if (!(await bind(db, claims.data))) return null;
              const { sub, email, name } = claims.data;
              return {
                ...claims.data,
                id: sub,
                email: emailKey(email),
                emailVerified: true,
                name: name ?? '',
              };
            },
          },
        ],
      }),
    ],
  });
}

/** Permanently links the issuer's subject to the active staff member with its email. False if impossible. */
async function bind(db: Database, claims: Claims): Promise<boolean> {
  const [member] = await db
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(sql`lower(${staff.email})`, emailKey(claims.email)), eq(staff.isActive, true)));
  if (!member) return false;
  await db
    .insert(staffAccounts)
    .values({ userId: member.id, providerId: OIDC_PROVIDER, accountId: subjectOf(claims) })
    .onConflictDoNothing();
  const [bound] = await db
    .select({ userId: staffAccounts.userId })
    .from(staffAccounts)
    .where(
      and(
        eq(staffAccounts.providerId, OIDC_PROVIDER),
        eq(staffAccounts.accountId, subjectOf(claims)),
      ),
    );
  return bound?.userId === member.id;
}

function readClaims(idToken: string | undefined): unknown {
  const [, payload = ''] = (idToken ?? '').split('.');
  return payload === '' ? null : JSON.parse(Buffer.from(payload, 'base64url').toString());
}

/** A subject is meaningful only together with its issuer. */
function subjectOf({ iss, sub }: Claims): string {
  return `${iss} ${sub}`;
}
