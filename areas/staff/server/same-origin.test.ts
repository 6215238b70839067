import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { A_PASSWORD, signedInStaff } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('/api/login redirects to the sign-in page and remembers', () => {
  async function nextOf(url: string, headers = {}) {
    const reply = await t.app.inject({ url, headers });
    expect(reply.statusCode).toBe(302);
    const to = new URL(String(reply.headers.location), 'http://localhost');
    expect(to.origin + to.pathname).toBe('http://localhost/sign-in');
    return to.searchParams.get('next');
  }

  test('the requested page', async () => {
    const next = encodeURIComponent('/admin?tab=orders');
    expect(await nextOf(`/api/login?next=${next}`)).toBe('/admin?tab=orders');
  });

  test('otherwise the page the link was on, if it is ours', async () => {
    const from = (referer: string) => nextOf('/api/login', { referer });
    expect(await from('http://localhost/delivery-slots?week=2')).toBe('/delivery-slots?week=2');
    expect(await from('http://localhost:80/delivery-slots')).toBe('/delivery-slots');
    expect(await from('http://localhost/sign-in?next=/x')).toBeNull();
    expect(await from('https://evil.example/delivery-slots')).toBeNull();
    expect(await from('not an address')).toBeNull();
    expect(await nextOf('/api/login')).toBeNull();
  });

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    'evil.example',
    '',
    ' /admin',
    'http://localhost//evil.example',
  ])('but never another site: %j', async (next) => {
    expect(await nextOf(`/api/login?next=${encodeURIComponent(next)}`)).toBeNull();
    const fromPage = await nextOf('/api/login', { referer: `http://localhost/${next}` });
    expect(fromPage ?? '/').toMatch(/^\/([^/\\]|$)/);
  });

  test('a repeated parameter is ignored', async () => {
    expect(await nextOf('/api/login?next=/a&next=//evil.example')).toBeNull();
  });
});

describe('/api/logout', () => {
  async function logOut(headers: Record<string, string>) {
    const { cookie } = await signedInStaff(t);
    const out = await t.app.inject({ url: '/api/logout', headers: { cookie, ...headers } });
    const user = await t.app.inject({ url: '/api/auth/user', headers: { cookie } });
    return { status: out.statusCode, isStillIn: user.statusCode === 200 };
  }
  const OUT = { status: 302, isStillIn: false };
  const REFUSED = { status: 403, isStillIn: true };

  test('works as a link of ours and from the address bar', async () => {
    expect(await logOut({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' })).toEqual(
      OUT,
    );
    expect(await logOut({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' })).toEqual(OUT);
    expect(await logOut({ referer: 'http://localhost/admin' })).toEqual(OUT);
    expect(await logOut({}), 'a program on this machine').toEqual(OUT);
  });

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-site': 'cross-site', referer: 'http://localhost/admin' },
    { referer: 'https://evil.example/' },
    { host: 'kitchen.local:3000' },
  ])('is refused otherwise: %j', async (headers) => {
    expect(await logOut(headers)).toEqual(REFUSED);
  });
});

describe('a change that another site caused is refused, with all its cookies', () => {
  async function invite(headers: Record<string, string>) {
    const { cookie } = await signedInStaff(t);
    const reply = await t.app.inject({
      method: 'POST',
      url: '/api/staff/invites',
      headers: { cookie, ...headers },
      body: { email: 'new@example.com' },
    });
    return reply.statusCode;
  }

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost.evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  ])('%j', async (headers) => {
    expect(await invite(headers)).toBe(403);
  });

  test('our own pages and plain programs are accepted', async () => {
    expect(await invite({ 'sec-fetch-site': 'same-origin', origin: 'http://localhost' })).toBe(201);
    expect(await invite({ origin: 'http://localhost' })).toBe(201);
    expect(await invite({ origin: 'http://kitchen.local:8080', host: 'kitchen.local:8080' })).toBe(
      201,
    );
    expect(await invite({})).toBe(201);
  });

  test('signing someone in from another site counts as a change', async () => {
    const { staff } = await signedInStaff(t);
    const reply = await t.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { origin: 'https://evil.example' },
      body: { email: staff.email, password: A_PASSWORD },
    });
    expect([reply.statusCode, reply.json().code, reply.cookies]).toEqual([403, 'cross_site', []]);
  });

  test('a form of another site cannot even be read', async () => {
    const { cookie } = await signedInStaff(t);
    const reply = await t.app.inject({
      method: 'POST',
      url: '/api/staff/invites',
      headers: { cookie, 'content-type': 'text/plain' },
      body: '{"email":"new@example.com"}',
    });
    expect([400, 415]).toContain(reply.statusCode);
  });
});
