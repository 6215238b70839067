/** One app and one database for each worker: starting them takes a second, emptying them some milliseconds. */
import { rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import type { BusinessFacts } from '#areas/business/rules/business.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import type { Database } from '#platform/server/db/client.ts';
import {
  AN_ORDINARY_WEDNESDAY,
  startOwnApp,
  type TestApp,
  type TestAppOptions,
} from '#quality/support/own-app.ts';

export { AN_ORDINARY_WEDNESDAY, type TestApp } from '#quality/support/own-app.ts';

type Shared = {
  app: TestApp;
  /** Its parts as they were: tests put a failing gateway or mailer in their place. */
  context: TestApp['context'];
  dataDir: string;
  isTaken: boolean;
};

let shared: Shared | null = null;

/**
 * The app of this worker, empty but for the sample menu, on which the files of the worker take turns; an app of its own
 * for what needs other options, and while another of the same file is in use.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { business, ...special } = options;
  if (Object.keys(special).length > 0 || shared?.isTaken) return startOwnApp(options);
  return takeShared(business ?? null);
}

/** After each file. @throws when it did not close the app */
export async function expectGivenBack(): Promise<void> {
  if (!shared?.isTaken) return;
  await giveBack(shared.app);
  throw new Error('A test did not close the app that it shares with other files');
}

/** Throws at its `close` when a test left something behind */
async function takeShared(business: Partial<BusinessFacts> | null): Promise<TestApp> {
  shared ??= await prepare(await startOwnApp({}));
  shared.isTaken = true;
  await empty(shared);
  const { app } = shared;
  if (business) await app.context.db.insert(settings).values({ key: 'business', value: business });
  await renewSite(app);
  return { ...app, close: () => giveBack(app) };
}

async function prepare(app: TestApp): Promise<Shared> {
  const { dataDir } = app.context.backup;
  await storeSeed(app.context.db);
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const context = { ...app.context, backup: { ...app.context.backup } };
  return { app, context, dataDir, isTaken: false };
}

async function giveBack(app: TestApp): Promise<void> {
  if (!shared) return;
  shared.isTaken = false;
  Object.assign(app.context, shared.context, { backup: { ...shared.context.backup } });
  app.setNow(AN_ORDINARY_WEDNESDAY);
  const left = await findLeft(app);
  if (left.length > 0) throw new Error(`A test leaves behind: ${left.join(', ')}`);
}

/** What would disturb the next file. */
export async function findLeft(app: TestApp): Promise<string[]> {
  // Ended, or the next file would wait for its locks.
  const open = await app.context.db.execute<{ query: string }>(
    sql`select query, pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`,
  );
  return [
    ...open.rows.map(({ query }) => `a transaction after “${query}”`),
    ...(app.app.server.listening ? ['a port on which the app listens'] : []),
    ...(vi.isFakeTimers() ? ['a clock that stands still'] : []),
  ];
}

/** The columns that a row can be put back with: generated ones follow from the others. */
const COLUMNS = `(select string_agg(quote_ident(column_name), ', ') from information_schema.columns
  where table_schema = 'public' and information_schema.columns.table_name = tables.table_name and is_generated = 'NEVER')`;

/** Keeps the rows that a new business has, and makes `seed.put_back()`. */
async function storeSeed(db: Database): Promise<void> {
  await db.execute(
    sql.raw(`create schema seed;
    create table seed.sequences as
      select sequencename as name, last_value from pg_sequences where schemaname = 'public';
    do $$ declare name text; has_rows boolean; begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('select exists (select from public.%I)', name) into has_rows;
        if has_rows then execute format('create table seed.%I as table public.%I', 'of_' || name, name); end if;
      end loop;
    end $$;
    create function seed.put_back() returns void language plpgsql as $$
    declare name text; columns text; has_rows boolean; kept record; begin
      set local session_replication_role = replica;
      for name, columns in
        select tables.table_name, ${COLUMNS} from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' loop
        execute format('select exists (select from public.%I)', name) into has_rows;
        if has_rows then execute format('delete from public.%I', name); end if;
        if to_regclass(format('seed.%I', 'of_' || name)) is not null then
          execute format('insert into public.%I (%s) overriding system value select %s from seed.%I',
            name, columns, columns, 'of_' || name);
        end if;
      end loop;
      for kept in select * from seed.sequences loop
        perform setval(format('public.%I', kept.name)::regclass, coalesce(kept.last_value, 1), kept.last_value is not null);
      end loop;
    end $$;`),
  );
}

async function empty({ app, dataDir }: Shared): Promise<void> {
  await app.context.db.execute(sql`select seed.put_back()`);
  // The sandbox keeps its own files there, and goes on.
  const { baseUrl, secretKey } = app.sandbox;
  const headers = { authorization: `Bearer ${secretKey}` };
  const purged = await fetch(`${baseUrl}/_sandbox/purge`, { method: 'POST', headers });
  if (!purged.ok) throw new Error(await purged.text());
  const files = (await readdir(dataDir)).filter((name) => name !== 'sandbox');
  for (const name of files) await rm(path.join(dataDir, name), { recursive: true });
}

/** With triggers off nothing told the app that the business changed. */
async function renewSite({ context }: TestApp): Promise<void> {
  const told = new Promise<void>((resolve) => context.changes.onChange(resolve));
  await context.db.execute(sql`notify site_changed`);
  await told;
}
