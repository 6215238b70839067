/** What hostile requests have uncovered; each was once a bug. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { aStaffAccount } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

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
