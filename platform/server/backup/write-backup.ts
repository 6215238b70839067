import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ZipFile } from 'yazl';
import { DatabaseClient } from '#platform/server/db/database-client.ts';
import { listAppliedMigrations } from '#platform/server/db/migrate.ts';
import type { BackupKey, BackupSource } from '#platform/server/backup-source-port.ts';
import { encryptWith } from './backup-key.ts';
import { BACKUP_FORMAT, MANIFEST_ENTRY, type Manifest, tableEntry } from './backup-format.ts';
import { type BackupTable, copyColumns, listBackupTables } from './backup-tables.ts';

/**
 * Writes one consistent snapshot of the database to `file` while the database is in use. The file appears complete or
 * not at all. Only its owner can read it, because it contains customers' details and sign-in secrets.
 */
export async function writeBackup(
  { databaseUrl, leftOut, key = null }: Omit<BackupSource, 'dataDir'>,
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
