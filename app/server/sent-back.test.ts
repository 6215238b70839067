/** What a GET gives, the PUT beside it takes: nothing changes, and nothing is written down. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { day } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

/** The GET that lists what a PUT changes one of, where the address does not tell. */
const LISTS: Record<string, string> = {
  '/api/meals/{id}': '/api/meals',
  '/api/admin/delivery-slots/{id}': `/api/admin/delivery-slots?from=${day(0)}&to=${day(6)}`,
  '/api/admin/menu-weeks/{weekStart}': `/api/admin/menu-weeks?from=${day(0)}&to=${day(20)}`,
};
/** Sent in other units than they are given, as the specification has them, or they say what is to be done. */
const OF_THEIR_OWN = [
  '/api/admin/components/{id}',
  // Its secrets come back to nobody.
  '/api/admin/connections/{kind}',
  '/api/admin/ingredients/{id}',
  '/api/admin/meals/{id}/recipe',
  '/api/admin/going-live/{step}',
  '/api/admin/orders/{id}',
  '/api/admin/orders/{id}/notes/{noteId}',
  '/api/admin/orders/{id}/status',
  '/api/admin/ratings/{id}/hidden',
  '/api/admin/suppliers/{id}/packs/{packId}',
  '/api/admin/waitlist/{id}/served',
  '/api/auth/password',
  '/api/drive/photos/{reportKey}',
  '/api/orders/track/{token}/instructions',
  '/api/orders/track/{token}/reminder',
];

let t: TestApp;
let owner: StaffClient;
let orderId: number;
let mealId: number;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  owner = await aStaffClient(t, { role: 'owner' });
  ({ id: orderId } = await aPaidOrder(t));
  [{ id: mealId }] = (await owner.get('/api/meals')).json<[{ id: number }]>();
  await owner.post('/api/admin/webhooks', {
    url: 'https://example.com/hook',
    events: ['order.paid'],
  });
  await owner.post('/api/admin/suppliers', { name: 'Bay Produce' });
  await owner.put('/api/admin/page-texts/home.headline', { version: 0, value: 'Dinner, sorted.' });
  await owner.put(`/api/admin/menu-weeks/${day(7)}`, { state: 'draft', entries: [] });
  await owner.put(`/api/admin/meals/${mealId}/limits`, {
    limits: [{ date: day(2), portions: 40 }],
  });
});
afterAll(() => t.close());

type Item = Record<string, unknown> & { id?: number | string };

async function lines(): Promise<number> {
  return t.context.db.$count(auditLog, sql`true`);
}

async function read(url: string): Promise<unknown> {
  const reply = await owner.get(url);
  expect(reply.statusCode, `GET ${url}: ${reply.body}`).toBe(200);
  return reply.json();
}

/** The first list in a reply. */
function listIn(reply: unknown): Item[] {
  if (Array.isArray(reply)) return reply as Item[];
  return Object.values(reply as object).find((value) => Array.isArray(value)) as Item[];
}

type Pair = { path: string; get: string; isList: boolean };

async function findPairs(): Promise<Pair[]> {
  const { paths } = (await read('/api/openapi.json')) as { paths: Record<string, object> };
  return Object.entries(paths)
    .filter(([path, methods]) => 'put' in methods && !OF_THEIR_OWN.includes(path))
    .map(([path, methods]) => {
      if ('get' in methods) return { path, get: path, isList: false };
      const list = LISTS[path] ?? path.replace(/\/\{\w+\}$/, '');
      return { path, get: list, isList: true };
    });
}

function fill(path: string, item: Item): string {
  return path.replace(/\{(\w+)\}/, (_, name: string) => String(item[name]));
}

test('of every pair of calls', async () => {
  const pairs = await findPairs();
  expect(pairs.length).toBeGreaterThan(8);
  for (const { path, get, isList } of pairs) {
    const ids = { id: path.includes('orders') ? orderId : mealId };
    const query = path.endsWith('/limits') ? `?from=${day(2)}&to=${day(2)}` : '';
    const given = await read(fill(get, ids) + query);
    const item = isList ? listIn(given)[0] : (given as Item);
    if (!item) throw new Error(`${get} lists nothing`);
    const before = await lines();
    const url = fill(path, isList ? item : ids);
    const sent = await owner.put(url, item);
    expect(sent.statusCode, `PUT ${url}: ${sent.body}`).toBe(200);
    expect(await lines(), `lines of the audit trail after PUT ${url}`).toBe(before);
    const again = await read(fill(get, ids) + query);
    expect(isList ? listIn(again)[0] : again, `after PUT ${url}`).toEqual(item);
  }
});

test('what cannot be changed there is refused by its name, and nothing is changed', async () => {
  const [webhook] = listIn(await read('/api/admin/webhooks'));
  const sent = { ...webhook, url: 'https://example.com/another', isActive: false };
  const refused = await owner.put(`/api/admin/webhooks/${String(webhook?.id)}`, sent);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    { fields: { url: 'url can’t be changed here' } },
  ]);
  expect(listIn(await read('/api/admin/webhooks'))[0]).toEqual(webhook);
});
