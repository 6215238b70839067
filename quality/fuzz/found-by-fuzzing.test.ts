/** What hostile requests have uncovered; each was once a bug. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { aStaffAccount } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const JSON_TYPE = 'application/json';
type Described = {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content: Record<string, { schema: object }> }> }>
  >;
  components: { schemas: Record<string, { properties: { code: { enum?: string[] } } }> };
};

let t: TestApp;
let staffClient: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
});
afterAll(() => t.close());

test.each(['/api/staff/invites/%00', '/api/staff/invites/a%00@example.com'])(
  'an email with a NUL is refused before the database sees it: %s',
  async (url) => {
    expect((await staffClient.delete(url)).statusCode).toBe(400);
  },
);

test('a NUL in an audit log filter is refused too', async () => {
  const reply = await staffClient.get('/api/admin/audit?entity=meal&entityId=%00');
  expect(reply.statusCode).toBe(400);
});

test('two reset links requested concurrently get two replies, and the later link works', async () => {
  const { id } = await aStaffAccount(t);
  const ask = () => staffClient.post(`/api/admin/staff/${id}/reset-link`);
  const replies = await Promise.all([ask(), ask(), ask()]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
});

test('HEAD of the endless live stream gets a reply', async () => {
  const reply = await t.app.inject({
    method: 'HEAD',
    url: '/api/admin/live',
    headers: { cookie: staffClient.cookie },
  });
  expect(reply.statusCode).toBe(404);
});

test.each([
  'figures?week=0001-01-01',
  'figures/food?week=0001-01-01',
  'figures/days.csv?week=0001-01-01',
])('a day from which nobody can count back is refused: %s', async (call) => {
  expect((await staffClient.get(`/api/admin/${call}`)).statusCode).toBe(400);
  const first = call.replace('0001', '1900');
  expect((await staffClient.get(`/api/admin/${first}&weeks=53`)).statusCode).toBe(200);
});

test('what is refused before it reaches a call is described with each, by its codes alone', async () => {
  const { paths, components } = (await t.app.inject('/api/openapi.json')).json<Described>();
  const refused = await t.app.inject({ method: 'PUT', url: '/api/admin/payments' });
  expect(refused.statusCode).toBe(404);
  const { schema } = paths['/api/admin/payments']!['get']!.responses['4XX']!.content[JSON_TYPE]!;
  expect(schema).toEqual({ $ref: '#/components/schemas/Unreached' });
  const { code } = components.schemas['Unreached']!.properties;
  expect(code.enum).toContain(refused.json<{ code: string }>().code);
  expect(code.enum).not.toContain('slot_full');
});

test('a DELETE with a body too large, or of another type, is refused as its description says', async () => {
  const { paths } = (await t.app.inject('/api/openapi.json')).json<Described>();
  const { responses } = paths['/api/admin/waitlist/{id}']!['delete']!;
  const send = (type: string, body: string) =>
    t.app.inject({
      method: 'DELETE',
      url: '/api/admin/waitlist/1',
      headers: { cookie: staffClient.cookie, 'content-type': type },
      body,
    });
  const statuses = [
    (await send('application/json', ' '.repeat(300 * 1024))).statusCode,
    (await send('text/html', 'x')).statusCode,
  ];
  expect(statuses).toEqual([413, 415]);
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(statuses.map(String)));
});

test('pages, files and the sandbox are not API calls, and every reply states its type', async () => {
  const { paths } = (await t.app.inject('/api/openapi.json')).json<{ paths: object }>();
  const described = Object.entries(paths) as [string, Record<string, { responses: object }>][];
  expect(
    described
      .map(([path]) => path)
      .filter((path) => /^\/(?!api\/|livez|readyz|metrics)/.test(path)),
  ).toEqual([]);
  expect(paths).not.toHaveProperty(['/api/{*}']);
  const csv = described.find(([path]) => path === '/api/admin/waitlist.csv')?.[1]['get'];
  expect(csv?.responses).toHaveProperty(['200', 'content', 'text/csv']);
  const gone = described.find(([path]) => path === '/api/meals/{id}')?.[1]['delete'];
  expect(gone?.responses).not.toHaveProperty(['204', 'content']);
});
