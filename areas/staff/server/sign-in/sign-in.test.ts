import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { staff } from '#platform/server/db/tables/staff.ts';
import { staffAccounts, staffSessions } from '#areas/staff/server/tables/staff.ts';
import {
  A_PASSWORD,
  aStaffAccount,
  cookiesOf,
  signedInStaff,
  signInWith,
} from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

function post(url: string, body: unknown, cookie = '') {
  return t.app.inject({ method: 'POST', url, headers: { cookie }, body: body as object });
}

describe('by password', () => {
  test('unknown, wrong, disabled and password-less accounts get the same reply, without a cookie', async () => {
    const known = await aStaffAccount(t);
    const disabled = await aStaffAccount(t);
    const without = await aStaffAccount(t);
    await t.context.db.update(staff).set({ isActive: false }).where(eq(staff.id, disabled.id));
    await t.context.db.delete(staffAccounts).where(eq(staffAccounts.userId, without.id));
    const replies = await Promise.all([
      signInWith(t, known.email, 'not the right one'),
      signInWith(t, disabled.email),
      signInWith(t, without.email),
      signInWith(t, 'nobody@example.com'),
      signInWith(t, 'not an address'),
    ]);
    for (const reply of replies) {
      expect(reply.statusCode).toBe(401);
      expect(reply.json()).toEqual({
        message: 'Wrong email or password.',
        code: 'wrong_credentials',
      });
      expect(cookiesOf(reply)).toBe('');
    }
  });

  test('the email address may contain capitals', async () => {
    const { email } = await aStaffAccount(t);
    expect((await signInWith(t, email.toUpperCase())).statusCode).toBe(200);
  });

  test('bad input is a clear 400 that names the field', async () => {
    const bad: [object, string][] = [
      [{}, 'email'],
      [{ email: 'a@example.com' }, 'password'],
      [{ email: 1, password: 'x' }, 'email'],
      [{ email: 'a@example.com', password: 'x'.repeat(257) }, 'password'],
      [{ email: 'a@example.com', password: 'x', rememberMe: false }, 'rememberMe'],
      [
        { email: 'a@example.com', password: 'x', callbackURL: 'https://evil.example' },
        'callbackURL',
      ],
    ];
    for (const [body, field] of bad) {
      const reply = await post('/api/auth/sign-in/email', body);
      expect([reply.statusCode, Object.keys(reply.json().fields)], JSON.stringify(body)).toEqual([
        400,
        expect.arrayContaining([field]),
      ]);
    }
  });
});

test('no one can sign up: only the better-auth functions we call are reachable', async () => {
  const { api } = t.context.signIn.auth;
  const paths = Object.values(api).flatMap(({ path }: { path?: string }) => path ?? []);
  expect(paths).toContain('/sign-up/email');
  const body = { name: 'Eve', email: 'eve@example.com', password: A_PASSWORD };
  const allowed = ['/sign-in/email', '/two-factor/verify-totp', '/two-factor/verify-backup-code'];
  for (const path of new Set([...paths, '/sign-up', '/api-key/create', '/admin/create-user'])) {
    if (allowed.includes(path)) continue;
    const url = `/api/auth${path.replaceAll(/:\w+/g, 'oidc')}`;
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const reply = await t.app.inject({ method, url, ...(method !== 'GET' && { body }) });
      expect([reply.statusCode, reply.json().code], `${method} ${url}`).toEqual([404, 'not_found']);
    }
  }
  await expect(api.signUpEmail({ body })).rejects.toMatchObject({
    body: { code: 'EMAIL_PASSWORD_SIGN_UP_DISABLED' },
  });
  const added = await t.context.db.select().from(staff).where(eq(staff.email, body.email));
  expect(added).toEqual([]);
});

test('accounts are never linked by matching emails, and there are no API keys', async () => {
  const { options } = await t.context.signIn.auth.$context;
  expect(options.account?.accountLinking).toMatchObject({
    enabled: false,
    disableImplicitLinking: true,
  });
  expect(options.plugins?.map(({ id }) => id).toSorted()).toEqual(['passkey', 'two-factor']);
});

describe('the second factor', () => {
  /** RFC 6238 for a base32 secret, as an authenticator app computes it. */
  function codeFor(totpUri: string, shiftSeconds = 0): string {
    const secret = new URL(totpUri).searchParams.get('secret') ?? '';
    const bits = [...secret]
      .map((character) =>
        'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'),
      )
      .join('');
    const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + shiftSeconds) / 30)));
    const mac = createHmac('sha1', key).update(counter).digest();
    const offset = mac[19]! & 15;
    return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
  }

  async function withSecondFactor() {
    const { cookie, staff: me } = await signedInStaff(t);
    const started = await post('/api/auth/two-factor/start', { password: A_PASSWORD }, cookie);
    const { totpUri, backupCodes } = started.json();
    const wrong = await post('/api/auth/two-factor/confirm', { code: '000' }, cookie);
    expect([wrong.statusCode, wrong.json().fields]).toEqual([400, { code: expect.any(String) }]);
    const confirmed = await post(
      '/api/auth/two-factor/confirm',
      { code: codeFor(totpUri) },
      cookie,
    );
    expect(confirmed.statusCode, confirmed.body).toBe(204);
    return { me, totpUri, backupCodes, cookie: cookiesOf(confirmed) };
  }

  test('is requested after the password, and only then is anyone signed in', async () => {
    const { me, totpUri } = await withSecondFactor();
    const first = await signInWith(t, me.email);
    expect(first.json()).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] });
    const challenge = cookiesOf(first);
    const early = await t.app.inject({ url: '/api/auth/user', headers: { cookie: challenge } });
    expect(early.statusCode).toBe(401);

    const url = '/api/auth/two-factor/verify-totp';
    const without = await post(url, { code: codeFor(totpUri) });
    expect([without.statusCode, without.json().code]).toEqual([401, 'sign_in_again']);
    const wrong = await post(url, { code: '000000' }, challenge);
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'wrong_code']);
    const right = await post(url, { code: codeFor(totpUri) }, challenge);
    expect(right.json()).toEqual({
      user: { id: me.id, email: me.email, firstName: 'Noah', lastName: 'Chef' },
    });
    const cookie = cookiesOf(right);
    const user = await t.app.inject({ url: '/api/auth/user', headers: { cookie } });
    expect(user.statusCode).toBe(200);
    const again = await post(url, { code: codeFor(totpUri) }, challenge);
    expect(again.statusCode, 'a challenge works once').toBe(401);
  });

  test('accepts each code once, so an observed code is useless', async () => {
    const { me, totpUri } = await withSecondFactor();
    const url = '/api/auth/two-factor/verify-totp';
    const code = codeFor(totpUri);
    const challenges = [
      cookiesOf(await signInWith(t, me.email)),
      cookiesOf(await signInWith(t, me.email)),
    ];
    const replies = await Promise.all(
      challenges.map((challenge) => post(url, { code }, challenge)),
    );
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 401]);
    const refused = replies.find((reply) => reply.statusCode === 401);
    expect([refused?.json().code, refused && cookiesOf(refused)]).toEqual(['sign_in_again', '']);
    const sessions = await t.context.db.$count(staffSessions, eq(staffSessions.userId, me.id));
    expect(sessions, 'of switching it on and of the one sign-in').toBe(2);
    const next = await post(
      url,
      { code: codeFor(totpUri, 30) },
      cookiesOf(await signInWith(t, me.email)),
    );
    expect(next.json()).toEqual({
      user: { id: me.id, email: me.email, firstName: 'Noah', lastName: 'Chef' },
    });
  });

  test('gives up a challenge after five wrong codes', async () => {
    const { me, totpUri } = await withSecondFactor();
    const challenge = cookiesOf(await signInWith(t, me.email));
    const url = '/api/auth/two-factor/verify-totp';
    for (let attempts = 0; attempts < 5; attempts++) await post(url, { code: '000000' }, challenge);
    const right = await post(url, { code: codeFor(totpUri) }, challenge);
    expect([right.statusCode, right.json().code]).toEqual([401, 'sign_in_again']);
  });

  test('has backup codes that each work once', async () => {
    const { me, backupCodes } = await withSecondFactor();
    const url = '/api/auth/two-factor/verify-backup-code';
    const [code] = backupCodes;
    const first = await post(url, { code }, cookiesOf(await signInWith(t, me.email)));
    expect(first.json()).toEqual({
      user: { id: me.id, email: me.email, firstName: 'Noah', lastName: 'Chef' },
    });
    const second = await post(url, { code }, cookiesOf(await signInWith(t, me.email)));
    expect([second.statusCode, second.json().code]).toEqual([401, 'wrong_code']);
  });

  test('admits no one who was disabled between password and code', async () => {
    const { me, totpUri } = await withSecondFactor();
    const challenge = cookiesOf(await signInWith(t, me.email));
    await t.context.db.update(staff).set({ isActive: false }).where(eq(staff.id, me.id));
    const url = '/api/auth/two-factor/verify-totp';
    const reply = await post(url, { code: codeFor(totpUri) }, challenge);
    expect([reply.statusCode, cookiesOf(reply)]).toEqual([401, '']);
  });

  test('is switched off with the password only', async () => {
    const { me, cookie } = await withSecondFactor();
    const url = '/api/auth/two-factor/end';
    expect((await post(url, { password: 'a wrong password' }, cookie)).json().fields).toEqual({
      password: expect.any(String),
    });
    const off = await post(url, { password: A_PASSWORD }, cookie);
    expect(off.statusCode).toBe(204);
    expect((await signInWith(t, me.email)).json()).toMatchObject({ twoFactorRedirect: false });
  });
});

describe('changing the password', () => {
  function change(cookie: string, currentPassword: string, newPassword: string) {
    return t.app.inject({
      method: 'PUT',
      url: '/api/auth/password',
      headers: { cookie },
      body: { currentPassword, newPassword },
    });
  }

  test('needs the current one, and signs out everywhere else', async () => {
    const { cookie, staff: me } = await signedInStaff(t);
    const elsewhere = cookiesOf(await signInWith(t, me.email));
    const wrong = await change(cookie, 'a wrong password', 'winter soup with barley');
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([
      400,
      ['currentPassword'],
    ]);
    expect((await change(cookie, A_PASSWORD, 'winter soup with barley')).statusCode).toBe(204);
    const seen = (as: string) => t.app.inject({ url: '/api/auth/user', headers: { cookie: as } });
    expect((await seen(cookie)).statusCode).toBe(200);
    expect((await seen(elsewhere)).statusCode).toBe(401);
    expect((await signInWith(t, me.email)).statusCode).toBe(401);
    expect((await signInWith(t, me.email, 'winter soup with barley')).statusCode).toBe(200);
  });

  test('refuses short, common and obvious ones; any characters are allowed', async () => {
    const { cookie, staff: me } = await signedInStaff(t);
    for (const bad of [
      'elevenchars',
      'Password1234',
      'qwertyuiop123',
      'abcabcabcabcabc',
      'RedlandsTable!2026',
      'mealrun-kitchen-7',
      me.email,
    ]) {
      const reply = await change(cookie, A_PASSWORD, bad);
      expect([reply.statusCode, Object.keys(reply.json().fields)], bad).toEqual([
        400,
        ['newPassword'],
      ]);
    }
    const long = 'ü'.repeat(3) + ' only lower case, quite long '.repeat(8);
    expect((await change(cookie, A_PASSWORD, long)).statusCode).toBe(204);
    expect((await signInWith(t, me.email, long)).statusCode).toBe(200);
  });
});
