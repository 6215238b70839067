/** `npm run backup`: one consistent file under DATA_DIR/backups, whether the app is running or not. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { leftOut } from '#app/server/areas.ts';
import { backupKeyOf } from '#areas/office/server/recovery-sheet.ts';
import { makeBackup } from '#platform/server/backup/make-backup.ts';
import { openDatabase } from '#platform/server/db/client.ts';
import { locateRecoveryKey, newKeyFile } from '#platform/server/recovery-key.ts';
import { loadEnvironment } from '#platform/server/env.ts';
import { openAppPostgres } from './app-database.ts';
import { runTool } from './operator-tool.ts';

const USAGE = `npm run backup                       back up; encrypted once someone has saved the key
npm run backup -- --new-key FILE     make a key file for RECOVERY_KEY_FILE`;

await runTool(async () => {
  const keyFile = readOptions();
  if (keyFile === null) return backUp();
  await writeFile(keyFile, await newKeyFile(new Date()), { mode: 0o600, flag: 'wx' });
  console.log(`${keyFile}\nSet RECOVERY_KEY_FILE to it, and keep a copy elsewhere.`);
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
  const server = await openAppPostgres(env);
  const db = openDatabase(server.url, { max: 1 });
  try {
    const key = await backupKeyOf({
      db,
      recoveryKey: locateRecoveryKey(env),
      backup: { passphrase: env.backupPassphrase },
    });
    const now = new Date().toISOString();
    const made = await makeBackup(
      { databaseUrl: server.url, dataDir: env.dataDir, leftOut, key },
      now,
    );
    const rows = made.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${made.file}\n${rows} rows of ${made.manifest.tables.length} tables.`);
    for (const { file } of made.deleted) console.log(`Deleted ${file}: older than 14 days.`);
  } finally {
    await db.$client.end();
    await server.close();
  }
}
