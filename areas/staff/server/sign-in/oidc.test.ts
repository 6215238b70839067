import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { staff } from '#platform/server/db/tables/staff.ts';
import { staffAccounts } from '#areas/staff/server/tables/staff.ts';
import { aStaffAccount, cookiesOf } from '#quality/support/staff-session.ts';
import { type FakeOidcIssuer, startIssuer } from '#quality/support/fake-oidc-issuer.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const LISTED = 'chef@example.com';

let issuer: FakeOidcIssuer;
let t: TestApp;

beforeAll(async () => {
  issuer = await startIssuer();
  const allowedEmails = ['Chef@Example.com', 'stranger@example.com'];
  t = await startTestApp({ oidc: { ...issuer, allowedEmails } });
});
afterAll(async () => {
  await t.close();
  await issuer.close();
});
beforeEach(async () => {
  await t.context.db.delete(staff);
  issuer.person = { sub: 'sub-of-chef', email: LISTED, email_verified: true };
  issuer.lies = {};
  issuer.forges = false;
});

/** The whole round trip: to the issuer, and back with its answer. */
async function travel(change: { callback?: (url: URL) => void; withoutCookie?: boolean } = {}) {
  const start = await t.app.inject('/api/auth/oidc?next=%2Fdelivery-slots');
  const there = await fetch(String(start.headers.location), { redirect: 'manual' });
  const back = new URL(there.headers.get('location') ?? '');
  change.callback?.(back);
  const reply = await t.app.inject({
    url: back.pathname + back.search,
    headers: change.withoutCookie === true ? {} : { cookie: cookiesOf(start) },
  });
  const cookie = cookiesOf(reply);
  const user = await t.app.inject({ url: '/api/auth/user', headers: { cookie } });
  return {
    status: reply.statusCode,
    location: reply.headers.location,
    email: user.statusCode === 200 ? user.json().email : null,
  };
}

const REFUSED = { status: 302, location: expect.stringMatching(/^\/sign-in\?error=/), email: null };

test('a listed, verified email of active staff is signed in, and sent on to the page that asked', async () => {
  const { id } = await aStaffAccount(t, { email: LISTED });
  const admitted = { status: 302, location: '/sign-in?next=%2Fdelivery-slots', email: LISTED };
  expect(await travel()).toEqual(admitted);
  expect(await travel(), 'a second time').toEqual(admitted);
  const bound = and(eq(staffAccounts.userId, id), eq(staffAccounts.providerId, 'oidc'));
  expect(await t.context.db.select().from(staffAccounts).where(bound)).toMatchObject([
    {
      accountId: `${issuer.issuer} sub-of-chef`,
      accessToken: null,
      refreshToken: null,
      idToken: null,
    },
  ]);
});

test('a listed email that is not staff is not admitted, and no account is created for it', async () => {
  issuer.person = { ...issuer.person, email: 'stranger@example.com' };
  expect(await travel()).toEqual(REFUSED);
  expect(await t.context.db.$count(staff)).toBe(0);
});

test('staff whose email is not listed are not admitted this way', async () => {
  await aStaffAccount(t, { email: 'cook@example.com' });
  issuer.person = { ...issuer.person, email: 'cook@example.com' };
  expect(await travel()).toEqual(REFUSED);
});

test('an email the issuer has not verified does not count', async () => {
  await aStaffAccount(t, { email: LISTED });
  issuer.person = { ...issuer.person, email_verified: false };
  expect(await travel()).toEqual(REFUSED);
});

test('disabled staff are not admitted', async () => {
  const { id } = await aStaffAccount(t, { email: LISTED });
  expect(await travel()).toMatchObject({ email: LISTED });
  await t.context.db.update(staff).set({ isActive: false }).where(eq(staff.id, id));
  expect(await travel()).toEqual(REFUSED);
});

test('once linked, another person with the same email at the issuer is not admitted', async () => {
  await aStaffAccount(t, { email: LISTED });
  expect(await travel()).toMatchObject({ email: LISTED });
  issuer.person = { ...issuer.person, sub: 'somebody-else' };
  expect(await travel()).toEqual(REFUSED);
});

test('one subject cannot become two people', async () => {
  await aStaffAccount(t, { email: LISTED });
  await aStaffAccount(t, { email: 'stranger@example.com' });
  expect(await travel()).toMatchObject({ email: LISTED });
  issuer.person = { ...issuer.person, email: 'stranger@example.com' };
  expect(await travel()).toEqual(REFUSED);
});

test.each([
  ['another issuer', { iss: 'https://evil.example' }],
  ['another audience', { aud: 'another-app' }],
  ['another nonce', { nonce: 'replayed' }],
  ['the past', { exp: 1_000_000_000 }],
])('a token for %s is refused', async (_name, lies) => {
  await aStaffAccount(t, { email: LISTED });
  issuer.lies = lies;
  expect(await travel()).toEqual(REFUSED);
});

test('an unsigned token is refused', async () => {
  await aStaffAccount(t, { email: LISTED });
  issuer.forges = true;
  expect(await travel()).toEqual(REFUSED);
});

test('an unsolicited answer is refused', async () => {
  await aStaffAccount(t, { email: LISTED });
  expect(await travel({ withoutCookie: true })).toEqual(REFUSED);
  const wrongState = (url: URL) => url.searchParams.set('state', 'guessed');
  expect(await travel({ callback: wrongState })).toEqual(REFUSED);
  const wrongCode = (url: URL) => url.searchParams.set('code', 'guessed');
  expect(await travel({ callback: wrongCode })).toEqual(REFUSED);
});

test('next cannot redirect to another site', async () => {
  await aStaffAccount(t, { email: LISTED });
  const start = await t.app.inject('/api/auth/oidc?next=%2F%2Fevil.example');
  const there = await fetch(String(start.headers.location), { redirect: 'manual' });
  const back = new URL(there.headers.get('location') ?? '');
  const headers = { cookie: cookiesOf(start) };
  const reply = await t.app.inject({ url: back.pathname + back.search, headers });
  expect(reply.headers.location).toBe('/sign-in');
});

test('without a configured issuer this way does not exist; with an unavailable one, the rest still works', async () => {
  const away = await startIssuer();
  const plain = await startTestApp();
  const cut = await startTestApp({ oidc: { ...away, allowedEmails: [LISTED] } });
  try {
    await away.close();
    expect((await plain.app.inject('/api/auth/oidc')).statusCode).toBe(404);
    expect((await plain.app.inject('/api/auth/options')).json()).toMatchObject({ oidc: false });
    const reply = await cut.app.inject('/api/auth/oidc');
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'oidc_unavailable']);
    expect((await cut.app.inject('/api/auth/options')).json()).toMatchObject({ oidc: true });
  } finally {
    await plain.close();
    await cut.close();
  }
});
