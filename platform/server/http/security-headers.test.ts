/** Headers on every reply of every route. All routes are visited, so new ones are included automatically. */
import { connect } from 'node:net';
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Access } from '#platform/calls/endpoint.ts';
import { buildApp } from '#app/server/app.ts';
import { aStaffClient } from '#quality/support/a-paid-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

type Route = { method: string; url: string; access: Access };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD';

const SCANNING_PAGES = ['/pack', '/drive', '/drive/stop/:deliveryId'];
const PAGES = [
  '/',
  '/menu',
  '/order',
  '/checkout',
  '/pay/:token',
  '/track/:token',
  '/track/:token/change',
  '/admin',
  '/sign-in',
  ...SCANNING_PAGES,
];

let t: TestApp;
let app: FastifyInstance;
let cookie: string;
let listening: Promise<string> | null = null;
const routes: Route[] = [];

/** The app as behind https, with pages, of which only the headers matter here. */
function openApp(change: { mode?: 'sandbox' | 'stripe'; isHttps?: boolean } = {}) {
  const gateway = { ...t.context.gateway, mode: change.mode ?? t.context.gateway.mode };
  return buildApp(
    { ...t.context, gateway },
    {
      log: null,
      isHttps: change.isHttps ?? true,
      isDev: false,
      sandbox: t.sandbox,
      onRoute: (route) => routes.push(route),
      serveSite: async (site) => {
        // As the real pages do: what one of them is allowed must not reach the others.
        const config = { access: 'public' as const };
        for (const url of PAGES) {
          site.get(url, { config }, (_request, reply) =>
            reply.type('text/html; charset=utf-8').send('<!doctype html>'),
          );
        }
      },
    },
  );
}

beforeAll(async () => {
  t = await startTestApp();
  app = await openApp();
  ({ cookie } = await aStaffClient(t));
});
afterAll(async () => {
  await app.close();
  await t.close();
});

/** Streams never end, so we wait only for the head of a reply. */
async function headOf({ method, url }: Route, headers: Record<string, string>) {
  const reply = await app.inject({
    method: method as Method,
    url: url.replaceAll(/:\w+/g, '1').replace('*', 'x'),
    headers: { ...headers, origin: 'https://elsewhere.example' },
    payloadAsStream: true,
  });
  reply
    .stream()
    .on('error', () => {})
    .destroy();
  return reply;
}

describe.each(['a visitor', 'staff'])('every reply to %s', (who) => {
  test('states its type, where its scripts may come from, and that it must not be framed', async () => {
    const own = who === 'staff' ? { cookie } : { cookie: '' };
    expect(routes.length).toBeGreaterThan(80);
    for (const route of routes.filter(({ method }) => method !== 'TRACE')) {
      const { headers } = await headOf(route, own);
      const at = `${route.method} ${route.url}`;
      const policy = String(headers['content-security-policy']);
      expect(policy, at).toMatch(/(object-src|default-src) 'none'/);
      expect(policy, at).not.toMatch(/unsafe-inline|'unsafe-eval'|stripe/);
      const mayScan = SCANNING_PAGES.includes(route.url);
      expect(policy.includes("'wasm-unsafe-eval'"), at).toBe(mayScan);
      expect(headers['permissions-policy'], at).toBe(mayScan ? 'camera=(self)' : 'camera=()');
      expect(policy, at).toContain('frame-ancestors');
      expect(headers['x-content-type-options'], at).toBe('nosniff');
      expect(headers['referrer-policy'], at).toBe('strict-origin-when-cross-origin');
      expect(headers['strict-transport-security'], at).toBe('max-age=31536000; includeSubDomains');
      expect(headers['cross-origin-resource-policy'], at).toBe('same-origin');
      expect(headers['access-control-allow-origin'], at).toBeUndefined();
      expect(headers['x-powered-by'] ?? headers['server'], at).toBeUndefined();
      const type = String(headers['content-type'] ?? '');
      if (/^text\/|json/.test(type)) expect(type, at).toContain('charset=utf-8');
    }
  });
});

test('API replies for staff must not be cached by a browser or a proxy', async () => {
  // Anew: a request above signed the other one out. Without https, whose app knows no cookie of these sessions.
  const { cookie: own } = await aStaffClient(t);
  let answered = 0;
  for (const route of routes.filter(
    ({ method, access }) => access === 'staff' && method === 'GET',
  )) {
    if (/:|live/.test(route.url)) continue;
    const { headers, statusCode } = await t.app.inject({
      url: route.url,
      headers: { cookie: own },
    });
    if (statusCode !== 200) continue;
    answered += 1;
    expect(headers['cache-control'], route.url).toMatch(/no-store/);
  }
  expect(answered).toBeGreaterThan(20);
});

const CARD_PAGES = ['/checkout', '/pay/:token', '/track/:token', '/track/:token/change'];

test('with real cards, the provider is admitted on the pages where cards are entered and nowhere else', async () => {
  const taking = await openApp({ mode: 'stripe' });
  for (const url of PAGES) {
    const { headers } = await taking.inject(url.replace(':token', 'x'));
    const policy = String(headers['content-security-policy']);
    expect(policy.includes('https://js.stripe.com'), url).toBe(CARD_PAGES.includes(url));
    expect(policy).not.toContain('unsafe-inline');
    const mayOpenWindows = headers['cross-origin-opener-policy'] === 'same-origin-allow-popups';
    expect(mayOpenWindows, url).toBe(CARD_PAGES.includes(url));
  }
  const { headers } = await taking.inject('/checkout');
  const policy = String(headers['content-security-policy']).split(';');
  // https://docs.stripe.com/security/guide#content-security-policy
  expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com");
  expect(policy).toContain(
    'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  );
  expect(policy).toContain("connect-src 'self' https://api.stripe.com");
  await taking.close();
});

test('without https, no header tells a browser to insist on it', async () => {
  const plain = await openApp({ isHttps: false });
  const { headers } = await plain.inject('/livez');
  expect(headers['strict-transport-security']).toBeUndefined();
  expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  await plain.close();
});

/** Takes photos, of up to 8 MB. */
const PHOTO_CALL = '/api/orders/track/:token/problem-photos';

test('a body of more than 256 KB, or a photo of more than 8 MB, is refused by every public call', async () => {
  const open = routes.filter(
    ({ method, url, access }) =>
      access === 'public' &&
      ['POST', 'PUT'].includes(method) &&
      url.startsWith('/api/') &&
      url !== '/api/*',
  );
  expect(open.length).toBeGreaterThan(10);
  expect(open.map(({ url }) => url)).toContain(PHOTO_CALL);
  for (const { method, url } of open) {
    const length = url === PHOTO_CALL ? 8 * 1024 * 1024 : 300_000;
    const reply = await app.inject({
      method: method as Method,
      url: url.replaceAll(/:\w+/g, '1'),
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ filler: 'x'.repeat(length) }),
    });
    expect([url, reply.statusCode]).toEqual([url, 413]);
  }
});

test.each([
  [
    'an address that cannot be decoded',
    'GET /api/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    400,
  ],
  ['bytes that are not HTTP', 'NONSENSE\r\n\r\n', 400],
  [
    'two lengths',
    'POST /api/quote HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['endless headers', `GET / HTTP/1.1\r\nHost: a\r\nX-Filler: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])(
  '%s is refused with the usual body and the headers that matter',
  async (_what, bytes, status) => {
    const socket = connect(Number(new URL(await listeningAt()).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.write(bytes);
    await once(socket, 'close');
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('x-content-type-options: nosniff');
    expect(answer).toContain("frame-ancestors 'none'");
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as object;
    expect(body).toEqual({ code: expect.any(String), message: expect.any(String) });
  },
);

test('an address that cannot be decoded and is no call’s leads to the page for unknown ones', async () => {
  const { statusCode, headers } = await app.inject('/menu/%zz');
  expect([statusCode, headers.location]).toEqual([302, '/404']);
});

/** Started by the first caller. */
function listeningAt(): Promise<string> {
  listening ??= app.listen({ port: 0, host: '127.0.0.1' });
  return listening;
}
