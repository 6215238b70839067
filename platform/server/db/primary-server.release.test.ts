/** Several servers in DATABASE_URL, on a real primary with its standby. */
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  openReplicatedPostgres,
  type ReplicatedPostgres,
} from '#quality/support/postgres/replicated-postgres.ts';
import { openChangeFeed } from './change-feed.ts';
import { type Database, openDatabase } from './client.ts';
import { formatServers, listServerUrls } from '#platform/server/env.ts';
import { isDatabaseGone } from '#platform/server/http/error-handler.ts';
import { migrateDatabase } from './migrate.ts';

const IN_SECONDS = { timeout: 20_000 };
// Two servers are made for each test, on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

let servers: ReplicatedPostgres;
let db: Database;

beforeEach(async () => {
  servers = await openReplicatedPostgres();
  db = openDatabase(servers.url);
  await db.execute(sql`create table kept (what text)`);
});
afterEach(async () => {
  await db.$client.end();
  await servers.stop();
});

const keep = (what: string) => db.execute(sql`insert into kept values (${what})`);
const listKept = async () =>
  (await db.execute<{ what: string }>(sql`select what from kept order by what`)).rows.map(
    ({ what }) => what,
  );
const isKept = (what: string) =>
  keep(what).then(
    () => true,
    () => false,
  );

test('the pool, the change feed and a tool find the primary, wherever it stands in the list', async () => {
  const hosts = listServerUrls(servers.url);
  const turned = hosts[0]?.replace(
    /127[^/]*/,
    formatServers(servers.url).split(',').toReversed().join(','),
  );
  for (const url of [servers.url, turned ?? '']) {
    const other = openDatabase(url);
    await other.execute(sql`insert into kept values ('found')`);
    await other.$client.end();
  }
  expect(await listKept()).toEqual(['found', 'found']);
});

test('after a failover the same pool and change feed work on; everything confirmed is there', async () => {
  const warnings: string[] = [];
  const feed = await openChangeFeed(servers.url, { warn: (message) => warnings.push(message) });
  let changes = 0;
  feed.onChange(() => (changes += 1));
  await keep('before');
  servers.losePrimary('killed');
  const refused = await keep('during').catch((error: unknown) => error);
  expect(isDatabaseGone(refused)).toBe(true);
  const nobody = await keep('still during').catch((error: unknown) => error);
  expect(isDatabaseGone(nobody)).toBe(true);
  await expect(migrateDatabase(servers.url)).rejects.toThrow(
    /^DATABASE_URL: none of [\d.:,]+ accepts writes\. Promote a standby/,
  );

  await servers.promote();
  await expect.poll(() => isKept('after'), IN_SECONDS).toBe(true);
  expect(await listKept()).toEqual(['after', 'before']);
  await expect.poll(() => feed.isLive(), IN_SECONDS).toBe(true);
  changes = 0;
  await db.execute(sql`notify site_changed`);
  await expect.poll(() => changes).toBe(1);
  expect(warnings).toHaveLength(1);
  await feed.close();
});

test('a commit that the standby has not got is not confirmed', async () => {
  servers.holdReplication();
  const confirmed = isKept('promised');
  await new Promise((resolve) => setTimeout(resolve, 1000));
  servers.losePrimary('killed');
  expect(await confirmed).toBe(false);
});

test('a primary that says nothing any more is left within seconds, and not returned to when it wakes', async () => {
  await keep('before');
  servers.losePrimary('silent');
  const stuck = keep('stuck').catch((error: unknown) => error);
  await servers.promote();
  expect(isDatabaseGone(await stuck)).toBe(true);
  await expect.poll(() => isKept('after'), IN_SECONDS).toBe(true);

  servers.wakeLost();
  const fresh = openDatabase(`${servers.url}?application_name=later`);
  const { rows } = await fresh.execute<{ what: string }>(sql`select what from kept order by what`);
  await fresh.$client.end();
  expect(rows.map(({ what }) => what)).toEqual(['after', 'before']);
});
