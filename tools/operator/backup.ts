/** `npm run backup`: one consistent file under DATA_DIR/backups, whether the app is running or not. */
import { makeBackup } from '#server/backup/make-backup.ts';
import { loadEnvironment } from '#server/env.ts';
import { openAppPostgres } from './app-database.ts';
import { runTool } from './operator-tool.ts';

await runTool(async () => {
  const env = loadEnvironment();
  const server = await openAppPostgres(env);
  try {
    const now = new Date().toISOString();
    const made = await makeBackup({ databaseUrl: server.url, dataDir: env.dataDir }, now);
    const rows = made.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${made.file}\n${rows} rows of ${made.manifest.tables.length} tables.`);
    for (const { file } of made.deleted) console.log(`Deleted ${file}: older than 14 days.`);
  } finally {
    await server.close();
  }
});
