/** `npm run backup`: one consistent file under DATA_DIR/backups, whether the app is running or not. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { leftOut } from '#app/server/areas.ts';
import { loadBackupKey, newKeyFile } from '#platform/server/backup/backup-folder.ts';
import { makeBackup } from '#platform/server/backup/make-backup.ts';
import { loadEnvironment } from '#platform/server/env.ts';
import { openAppPostgres } from './app-database.ts';
import { runTool } from './operator-tool.ts';

const USAGE = `npm run backup                       back up; encrypted when BACKUP_PASSPHRASE or BACKUP_KEY_FILE is set
npm run backup -- --new-key FILE     make a key file for BACKUP_KEY_FILE`;

await runTool(async () => {
  const keyFile = readOptions();
  if (keyFile === null) return backUp();
  await writeFile(keyFile, await newKeyFile(), { mode: 0o600, flag: 'wx' });
  console.log(`${keyFile}\nSet BACKUP_KEY_FILE to it, and keep a copy elsewhere.`);
});

function readOptions(): string | null {
  try {
    const { values } = parseArgs({ options: { 'new-key': { type: 'string' } } });
    return values['new-key'] === undefined ? null : path.resolve(values['new-key']);
  } catch {
    throw new Error(USAGE);
  }
}

async function backUp(): Promise<void> {
  const env = loadEnvironment();
  const key = await loadBackupKey(env);
  const server = await openAppPostgres(env);
  try {
    const now = new Date().toISOString();
    const made = await makeBackup(
      { databaseUrl: server.url, dataDir: env.dataDir, leftOut, key },
      now,
    );
    const rows = made.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${made.file}\n${rows} rows of ${made.manifest.tables.length} tables.`);
    for (const { file } of made.deleted) console.log(`Deleted ${file}: older than 14 days.`);
  } finally {
    await server.close();
  }
}
