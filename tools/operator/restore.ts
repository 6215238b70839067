/** `npm run restore -- FILE`: fills an empty database from a backup. */
import path from 'node:path';
import { Writable } from 'node:stream';
import { createInterface } from 'node:readline/promises';
import { isEncrypted } from '#platform/server/backup/backup-folder.ts';
import type { BackupKey } from '#platform/server/context.ts';
import { restoreBackup } from '#platform/server/backup/read-backup.ts';
import { type Environment, loadEnvironment } from '#platform/server/env.ts';
import { findIdentities, locateRecoveryKey, storeIdentity } from '#platform/server/recovery-key.ts';
import { openAppPostgres } from './app-database.ts';
import { runTool } from './operator-tool.ts';

const USAGE = `npm run restore -- FILE   fills an empty database (an empty DATA_DIR, or DATABASE_URL) from a backup`;

await runTool(async () => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) throw new Error(USAGE);
  const env = loadEnvironment();
  const backup = path.resolve(file);
  const key = (await isEncrypted(backup)) ? await findKey(env) : null;
  const server = await openAppPostgres(env);
  try {
    const { madeAt, tables } = await restoreBackup(server.url, backup, key);
    if (key) await storeTypedKey(env, key);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Restored ${rows} rows of ${tables.length} tables, as of ${madeAt}.`);
    console.log(
      'To rebuild orders paid since then: npm run reconcile -- --rebuild. Then check: npm run doctor -- --ledger',
    );
  } finally {
    await server.close();
  }
});

/** For the environment or the data folder, otherwise as it is typed. */
async function findKey(env: Environment): Promise<BackupKey> {
  const passphrase = env.backupPassphrase;
  const identities = await findIdentities(locateRecoveryKey(env));
  return passphrase === null && identities.length === 0 ? askForKey() : { passphrase, identities };
}

/** It opens what is sealed in the database as well: a key from the recovery sheet is typed once. */
async function storeTypedKey(env: Environment, { identities }: BackupKey): Promise<void> {
  const place = locateRecoveryKey(env);
  const [identity] = identities;
  if (identity === undefined || !('file' in place) || place.isGiven) return;
  await storeIdentity(place.file, identity, new Date());
}

/** What is typed is not shown. */
async function askForKey(): Promise<BackupKey> {
  process.stdout.write(
    'This backup is encrypted. Its passphrase, or the AGE-SECRET-KEY of its key file: ',
  );
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const typed = (await Promise.race([terminal.question(''), closed])).trim();
  terminal.close();
  console.log();
  if (typed === '') throw new Error('No passphrase, nothing restored.');
  return typed.startsWith('AGE-SECRET-KEY-1')
    ? { passphrase: null, identities: [typed] }
    : { passphrase: typed, identities: [] };
}
