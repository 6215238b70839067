import path from 'node:path';
import {
  type Manifest,
  backupFile,
  deleteOldBackups,
  makeBackupFolder,
  type StoredBackup,
  ENCRYPTED_SUFFIX,
  listBackups,
  encryptWith,
  BACKUP_FORMAT,
  MANIFEST_ENTRY,
  tableEntry,
  BackupError,
} from './backup-folder.ts';
import type { BackupSource, BackupKey, Context } from '#platform/server/context.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { type Instant, instantOf, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ZipFile } from 'yazl';
import { DatabaseClient } from '#platform/server/db/database-client.ts';
import { listAppliedMigrations } from '#platform/server/db/migrate.ts';

/** Without a key, backups are not encrypted. */
type EncryptedSource = BackupSource & { key: BackupKey | null };

/** Makes a backup, then deletes those that are too old. `now` is the real time as an ISO instant. */
export async function makeBackup(
  source: EncryptedSource,
  now: string,
): Promise<{ file: string; manifest: Manifest; deleted: StoredBackup[] }> {
  const folder = backupFolder(source.dataDir);
  await makeBackupFolder(folder);
  const file = `${backupFile(folder, now)}${source.key ? ENCRYPTED_SUFFIX : ''}`;
  const manifest = await writeBackup(source, file, now);
  return { file, manifest, deleted: await deleteOldBackups(folder, now) };
}

export function backupFolder(dataDir: string): string {
  return path.join(dataDir, 'backups');
}

/**
 * Makes a backup when none has been made since the last `BACKUP_HOUR`: a machine that was off at that hour catches up.
 */
export async function makeScheduledBackup(
  context: Pick<Context, 'backup' | 'clock' | 'site' | 'log'>,
  findKey: () => Promise<BackupKey | null>,
): Promise<void> {
  const { hour, ...source } = context.backup;
  if (hour === null) return;
  const { timeZone } = (await context.site.current()).business;
  const now = context.clock();
  const due = lastTimeOf(hour, now, timeZone);
  const [newest] = await listBackups(backupFolder(source.dataDir));
  if (newest && Date.parse(newest.madeAt) >= due) return;
  const { file, deleted } = await makeBackup(
    { ...source, key: await findKey() },
    new Date(now).toISOString(),
  );
  context.log.info({ file, deleted: deleted.length }, 'backed up');
}

/** The latest scheduled time that has passed. */
function lastTimeOf(hour: number, now: Instant, timeZone: string): Instant {
  const { date } = wallTimeAt(now, timeZone);
  const today = instantOf({ date, minuteOfDay: hour * 60 }, timeZone);
  return today <= now
    ? today
    : instantOf({ date: addDays(date, -1), minuteOfDay: hour * 60 }, timeZone);
}

/**
 * Writes one consistent snapshot of the database to `file` while the database is in use. The file appears complete or
 * not at all. Only its owner can read it, because it contains customers' details and sign-in secrets.
 */
export async function writeBackup(
  { databaseUrl, leftOut, key }: Omit<EncryptedSource, 'dataDir'>,
  file: string,
  madeAt: string,
): Promise<Manifest> {
  const partial = path.join(path.dirname(file), `.${path.basename(file)}.partial`);
  const client = new DatabaseClient({ connectionString: databaseUrl });
  // A lost connection is reported by the query that was waiting on it.
  client.on('error', () => {});
  await client.connect();
  try {
    const manifest = await writeZip(client, { file: partial, madeAt, key, leftOut });
    await syncFile(partial);
    await rename(partial, file);
    return manifest;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function writeZip(
  client: pg.Client,
  {
    file,
    madeAt,
    key,
    leftOut,
  }: { file: string; madeAt: string; key: BackupKey | null; leftOut: readonly string[] },
): Promise<Manifest> {
  const zip = new ZipFile();
  const zipped = zip.outputStream as Readable;
  const output = key ? await encryptWith(key, zipped) : zipped;
  const aborted = new AbortController();
  const written = pipeline(output, createWriteStream(file, { mode: 0o600 }), {
    signal: aborted.signal,
  });
  const failed = failureOf(written);
  failed.catch(() => {});
  try {
    await client.query('begin isolation level repeatable read, read only');
    const migrations = await listAppliedMigrations(client);
    const manifest: Manifest = { format: BACKUP_FORMAT, madeAt, migrations, tables: [] };
    for (const table of await listBackupTables(client)) {
      if (leftOut.includes(table.name)) continue;
      manifest.tables.push(await Promise.race([addTable(client, zip, table), failed]));
    }
    await client.query('commit');
    zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 2)), MANIFEST_ENTRY);
    zip.end();
    await written;
    return manifest;
  } catch (error) {
    aborted.abort();
    await written.catch(() => {});
    throw error;
  }
}

/** Rejects as soon as the file cannot be written, so that a full disk does not leave the copy hanging. */
async function failureOf(written: Promise<void>): Promise<never> {
  await written;
  throw new Error('the backup file was closed early');
}

async function addTable(
  client: pg.Client,
  zip: ZipFile,
  table: BackupTable,
): Promise<Manifest['tables'][number]> {
  const copy = client.query(copyTo(`copy ${copyColumns(table)} to stdout`));
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  copy.on('error', (error) => hashed.destroy(error));
  zip.addReadStream(copy.pipe(hashed), tableEntry(table.name));
  await finished(hashed);
  return { ...table, rows: copy.rowCount, sha256: hash.digest('hex') };
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export type BackupTable = { name: string; columns: string[] };

/** All tables with their writable columns, each after those it refers to. */
export async function listBackupTables(client: pg.Client): Promise<BackupTable[]> {
  const columns = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attgenerated = ''
    group by c.relname order by c.relname`);
  const references = await client.query<{ from: string; to: string }>(`
    select conrelid::regclass::text as from, confrelid::regclass::text as to
    from pg_constraint where contype = 'f' and conrelid <> confrelid
      and connamespace = 'public'::regnamespace`);
  return inFillingOrder(columns.rows, references.rows);
}

function inFillingOrder(
  tables: BackupTable[],
  references: { from: string; to: string }[],
): BackupTable[] {
  const ordered: BackupTable[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && waiting.has(to)),
    );
    if (ready.length === 0) {
      throw new BackupError(
        `These tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}.`,
      );
    }
    for (const table of ready) waiting.delete(table.name);
    ordered.push(...ready);
  }
  return ordered;
}

export function copyColumns({ name, columns }: BackupTable): string {
  return `"${name}" (${columns.map((column) => `"${column}"`).join(', ')})`;
}
