import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { createAuthMiddleware } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { staffSessions } from '#areas/staff/server/tables/staff.ts';
import {
  hasProvider,
  readSessionToken,
  undoSignIn,
} from '#areas/staff/server/sign-in/better-auth-internals.ts';
import { signedInStaff } from '#quality/support/staff-session.ts';
import { startIssuer } from '#quality/support/fake-oidc-issuer.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

describe('contract with better-auth: its session cookie', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp();
  });
  afterAll(() => t.close());

  test('has the name that we look for', async () => {
    const { authCookies } = await t.context.signIn.auth.$context;
    expect(t.context.signIn.cookieName).toBe(authCookies.sessionToken.name);
  });

  test('holds the token of the session and a signature by our secret, and better-auth reads it alike', async () => {
    const { cookie, staff } = await signedInStaff(t);
    const token = readSessionToken(cookie, t.context.signIn);
    const [stored] = await t.context.db
      .select({ token: staffSessions.token })
      .from(staffSessions)
      .where(eq(staffSessions.userId, staff.id));
    expect(token).toBe(stored?.token);
    const read = await t.context.signIn.auth.api.getSession({ headers: new Headers({ cookie }) });
    expect(read?.session.token).toBe(token);
  });

  test('is nobody’s under another secret, another name or with another token, for better-auth as for us', async () => {
    const { cookie } = await signedInStaff(t);
    const { cookieName, secret } = t.context.signIn;
    expect(readSessionToken(cookie, { cookieName, secret: `${secret}!` })).toBeNull();
    expect(readSessionToken(cookie, { cookieName: `x${cookieName}`, secret })).toBeNull();
    const forged = cookie.replace(/=(.)/, (_, first) => (first === 'A' ? '=B' : '=A'));
    expect(readSessionToken(forged, { cookieName, secret })).toBeNull();
    const headers = new Headers({ cookie: forged });
    expect(await t.context.signIn.auth.api.getSession({ headers })).toBeNull();
  });
});

describe('contract with better-auth: what its hooks may do', () => {
  const account = { email: 'chef@example.com', password: 'mangoes by the bay at dawn' };

  test('an after hook can take a sign-in back: no session is left and no cookie is sent', async () => {
    const stored = { user: [], account: [], session: [], verification: [] };
    const auth = betterAuth({
      baseURL: 'http://localhost',
      secret: 'a secret of more than thirty-two characters',
      telemetry: { enabled: false },
      logger: { disabled: true },
      database: memoryAdapter(stored),
      emailAndPassword: { enabled: true, autoSignIn: false },
      hooks: {
        after: createAuthMiddleware(async ({ path, context }) => {
          if (path === '/sign-in/email') await undoSignIn(context);
        }),
      },
    });
    await auth.api.signUpEmail({ body: { ...account, name: 'Chef' } });
    const reply = await auth.api.signInEmail({ body: account, asResponse: true });
    expect(stored.user).toHaveLength(1);
    expect(stored.session).toEqual([]);
    expect(reply.headers.getSetCookie()).toEqual([]);
  });
});

describe('contract with better-auth: its providers', () => {
  const authWith = (discoveryUrl: string) =>
    betterAuth({
      baseURL: 'http://localhost',
      secret: 'a secret of more than thirty-two characters',
      telemetry: { enabled: false },
      logger: { disabled: true },
      database: memoryAdapter({}),
      plugins: [
        genericOAuth({
          config: [{ providerId: 'oidc', discoveryUrl, clientId: 'a', clientSecret: 'b' }],
        }),
      ],
    });

  test('are among those of the context once they have answered, and not before', async () => {
    const issuer = await startIssuer();
    const url = `${issuer.issuer}/.well-known/openid-configuration`;
    expect(await hasProvider(authWith(url), 'oidc')).toBe(true);
    await issuer.close();
    expect(await hasProvider(authWith(url), 'oidc')).toBe(false);
  });
});
