/** Makes a running app's business the new one that it was, in some milliseconds: an app of its own takes seconds. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import type { SandboxProcess } from '#platform/server/gateway/sandbox-process.ts';

/** The columns that a row can be put back with: generated ones follow from the others. */
const COLUMNS = `(select string_agg(quote_ident(column_name), ', ') from information_schema.columns
  where table_schema = 'public' and information_schema.columns.table_name = tables.table_name and is_generated = 'NEVER')`;

/** Keeps the rows that a new business has, and makes `seed.put_back()`. */
export async function storeSeed(db: Database): Promise<void> {
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

type Parts = {
  context: Pick<Context, 'db' | 'changes' | 'backup'>;
  sandbox: Pick<SandboxProcess, 'baseUrl' | 'secretKey'>;
};

/** Puts back the rows that `storeSeed` kept, and removes all payments and files. The site is to be renewed. */
export async function emptyBusiness({ context, sandbox }: Parts): Promise<void> {
  await context.db.execute(sql`select seed.put_back()`);
  await emptyProvider(sandbox);
  const { dataDir } = context.backup;
  // The sandbox keeps its own files there, and goes on; so does the key.
  const files = (await readdir(dataDir)).filter((name) => !/^(sandbox|recovery\.key)/.test(name));
  for (const name of files) await rm(path.join(dataDir, name), { recursive: true });
}

/** No payment, no refund, and none that is told to fail. */
export async function emptyProvider({ baseUrl, secretKey }: Parts['sandbox']): Promise<void> {
  const headers = { authorization: `Bearer ${secretKey}` };
  const purged = await fetch(`${baseUrl}/_sandbox/purge`, { method: 'POST', headers });
  if (!purged.ok) throw new Error(await purged.text());
}

/** With triggers off nothing told the app that the business changed. */
export async function renewSite({ db, changes }: Parts['context']): Promise<void> {
  const told = new Promise<void>((resolve) => changes.onChange(resolve));
  await db.execute(sql`notify site_changed`);
  await told;
}
