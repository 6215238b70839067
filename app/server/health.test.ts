import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildApp } from '#app/server/app.ts';
import { openDatabase } from '#platform/server/db/client.ts';
import type { Phase } from '#app/server/health.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let phase: Phase = 'ready';
let app: TestApp['app'];

beforeEach(async () => {
  t = await startTestApp({ isOwn: true });
  phase = 'ready';
  const options = { log: null, isHttps: false, isDev: false, sandbox: null, phase: () => phase };
  app = await buildApp(t.context, options);
});
afterEach(async () => {
  await app.close();
  await t.close();
});

test('a process that can serve is ready; one that is starting or stopping is not, and says so', async () => {
  expect((await app.inject('/readyz')).json()).toEqual({ ok: true });
  for (const other of ['starting', 'stopping'] as const) {
    phase = other;
    const reply = await app.inject('/readyz');
    expect([reply.statusCode, reply.json()]).toMatchObject([
      503,
      { code: 'not_ready', reasons: [`the app is ${other}`] },
    ]);
    expect((await app.inject('/livez')).statusCode).toBe(200);
  }
});

test('a stopping process still replies, and asks for the connection to be closed', async () => {
  phase = 'stopping';
  const reply = await app.inject('/api/config');
  expect([reply.statusCode, reply.headers.connection]).toEqual([200, 'close']);
});

test('a reply in progress as the server closes is the last on its connection', async () => {
  let answer = (_text: string) => {};
  let arrived = () => {};
  const isAsked = new Promise<void>((resolve) => (arrived = resolve));
  app.get('/slow', { config: { access: 'public' } }, () => {
    arrived();
    return new Promise<string>((resolve) => (answer = resolve));
  });
  const reply = fetch(new URL('/slow', await app.listen({ port: 0, host: '127.0.0.1' })));
  await isAsked;
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  answer('done');
  expect((await reply).headers.get('connection')).toBe('close');
  await closed;
});

test('without its database it is alive but not ready, and metrics say that the database is down', async () => {
  const away = openDatabase('postgres://127.0.0.1:1/none');
  const lonely = await buildApp(
    { ...t.context, db: away },
    { log: null, isHttps: false, isDev: false, sandbox: null },
  );
  expect((await lonely.inject('/livez')).statusCode).toBe(200);
  const ready = await lonely.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toMatchObject([
    503,
    { reasons: ['the database does not answer'] },
  ]);
  const { body } = await lonely.inject('/metrics');
  expect(body).toContain('mealrun_database_up 0');
  expect(body).not.toContain('mealrun_slot_holds');
  await lonely.close();
  await away.$client.end();
});

test('a database that lacks a migration is not ready', async () => {
  await t.context.db.execute(sql`
    delete from drizzle.__drizzle_migrations
    where id = (select max(id) from drizzle.__drizzle_migrations)`);
  const reply = await app.inject('/readyz');
  expect([reply.statusCode, reply.json()]).toMatchObject([
    503,
    { reasons: ['the database is of an older version'] },
  ]);
});
