/** `npm run restore -- FILE`: fills an empty database from a backup. */
import path from 'node:path';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { loadEnvironment } from '#server/env.ts';
import { openAppPostgres } from './app-database.ts';
import { runTool } from './operator-tool.ts';

const USAGE = `npm run restore -- FILE   fills an empty database (an empty DATA_DIR, or DATABASE_URL) from a backup`;

await runTool(async () => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) throw new Error(USAGE);
  const env = loadEnvironment();
  const server = await openAppPostgres(env);
  try {
    const { madeAt, tables } = await restoreBackup(server.url, path.resolve(file));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Restored ${rows} rows of ${tables.length} tables, as of ${madeAt}.`);
    console.log(
      'To rebuild orders paid since then: npm run reconcile -- --rebuild. Then check: npm run doctor -- --ledger',
    );
  } finally {
    await server.close();
  }
});
