import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  listAppliedMigrations,
  listKnownMigrations,
  migrateDatabase,
  migrateToOlderSchema,
} from '#platform/server/db/migrate.ts';
import { DatabaseClient } from '#platform/server/db/database-client.ts';
import type { BackupKey } from '#platform/server/context.ts';
import {
  withDecrypted,
  BackupError,
  Manifest,
  MANIFEST_ENTRY,
  tableEntry,
} from './backup-folder.ts';
import { type BackupTable, copyColumns, listBackupTables } from './make-backup.ts';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

/**
 * Fills an empty database from a backup made by this or an older version, in one transaction, and upgrades it to this
 * version's schema. Throws BackupError, changing nothing, when the backup is damaged or newer, or the database is not
 * empty.
 */
export async function restoreBackup(
  databaseUrl: string,
  file: string,
  key: BackupKey | null = null,
): Promise<Manifest> {
  return withDecrypted(file, key, async (plainFile) => {
    const manifest = await restoreAsMade(databaseUrl, plainFile);
    await migrateDatabase(databaseUrl);
    return manifest;
  });
}

/** As `restoreBackup`, of a file that is not encrypted, but with the schema of the version that made it. */
export async function restoreAsMade(databaseUrl: string, file: string): Promise<Manifest> {
  const backup = await openBackup(file);
  try {
    refuseNewer(backup.manifest, file);
    await refuseUsed(databaseUrl, backup.manifest);
    await migrateToOlderSchema(databaseUrl, backup.manifest.migrations.length);
    await fill(databaseUrl, backup);
    return backup.manifest;
  } finally {
    backup.close();
  }
}

/** Decrypts it and reads all of it, without a database. Throws BackupError when it is damaged. */
export async function readWholeBackup(file: string, key: BackupKey | null): Promise<Manifest> {
  return withDecrypted(file, key, async (plainFile) => {
    const backup = await openBackup(plainFile);
    backup.close();
    return backup.manifest;
  });
}

function refuseNewer({ migrations }: Manifest, file: string): void {
  const known = listKnownMigrations();
  if (migrations.length > 0 && migrations.every((hash, index) => hash === known[index])) return;
  throw new BackupError(
    `${file} was made by a newer or modified version of Mealrun. Restore it with that version.`,
  );
}

/** Tables without rows, as left by an interrupted restore, are fine. */
async function refuseUsed(databaseUrl: string, manifest: Manifest): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const migrations = await listAppliedMigrations(client);
    const tables = await listBackupTables(client);
    const isNewer = migrations.length > manifest.migrations.length;
    if (!isNewer && !(await hasRows(client, tables))) return;
    throw new BackupError(
      'This database is not empty, and restore never overwrites. Choose an empty DATA_DIR, or an empty database for DATABASE_URL.',
    );
  });
}

async function hasRows(client: pg.Client, tables: BackupTable[]): Promise<boolean> {
  for (const { name } of tables) {
    const found = await client.query(`select from "${name}" limit 1`);
    if (found.rowCount !== 0) return true;
  }
  return false;
}

async function fill(databaseUrl: string, backup: Backup): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('begin');
    for (const table of backup.manifest.tables) {
      // Rows that triggers made are in the backup too.
      await client.query(`alter table "${table.name}" disable trigger user`);
      await fillTable(client, backup, table);
      await setSequences(client, table);
      await client.query(`alter table "${table.name}" enable trigger user`);
    }
    await client.query('commit');
    await client.query('analyze');
  });
}

async function fillTable(
  client: pg.Client,
  backup: Backup,
  table: Manifest['tables'][number],
): Promise<void> {
  const copy = client.query(copyFrom(`copy ${copyColumns(table)} from stdin`));
  await pipeline(await backup.readTable(table.name), copy);
  if (copy.rowCount !== table.rows) {
    throw new BackupError(
      `${table.name} has ${copy.rowCount} of the ${table.rows} rows that were backed up.`,
    );
  }
}

/** So that the next generated number is a new one. */
async function setSequences(client: pg.Client, { name, columns }: BackupTable): Promise<void> {
  for (const column of columns) {
    const found = await client.query<{ sequence: string | null }>(
      'select pg_get_serial_sequence($1, $2) as sequence',
      [`"${name}"`, column],
    );
    const sequence = found.rows[0]?.sequence;
    if (!sequence) continue;
    await client.query(
      `select setval($1, max("${column}")) from "${name}" having max("${column}") is not null`,
      [sequence],
    );
  }
}

async function withClient<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new DatabaseClient({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

type Backup = {
  manifest: Manifest;
  readTable(name: string): Promise<Readable>;
  close(): void;
};

/**
 * Opens a backup and reads all of it once, so that anything missing or changed is found before a restore begins. Throws
 * BackupError.
 */
async function openBackup(file: string): Promise<Backup> {
  const zip = await openZip(file);
  try {
    const entries = await listEntries(zip);
    const read = async (entry: string): Promise<Readable> => {
      const found = entries.get(entry);
      if (!found) throw new BackupError(`${file} is incomplete: ${entry} is missing.`);
      return zip.openReadStreamPromise(found);
    };
    const backup: Backup = {
      manifest: await readManifest(await read(MANIFEST_ENTRY), file),
      readTable: (name) => read(tableEntry(name)),
      close: () => zip.close(),
    };
    await checkTables(backup, file);
    return backup;
  } catch (error) {
    zip.close();
    throw error instanceof BackupError ? error : damaged(file, error);
  }
}

async function openZip(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { lazyEntries: true, autoClose: false });
  } catch (error) {
    throw damaged(file, error);
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

async function readManifest(stream: Readable, file: string): Promise<Manifest> {
  const parsed = Manifest.safeParse(JSON.parse((await buffer(stream)).toString('utf8')));
  if (parsed.success) return parsed.data;
  throw new BackupError(`${file} is not a backup this version of Mealrun can read.`);
}

async function checkTables(backup: Backup, file: string): Promise<void> {
  for (const { name, sha256 } of backup.manifest.tables) {
    const hash = createHash('sha256');
    for await (const chunk of await backup.readTable(name)) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== sha256) {
      throw new BackupError(`${file} is damaged: the content of table ${name} has changed.`);
    }
  }
}

function damaged(file: string, error: unknown): BackupError {
  const reason = error instanceof Error ? error.message : String(error);
  return new BackupError(`${file} cannot be read as a backup: ${reason}.`);
}
