import { Logger, runMigrations } from 'graphile-worker';
import { openDatabase } from '#platform/server/db/client.ts';

/** Creates the job tables, so that a transaction can add a job before any process runs them. */
export async function prepareJobs(databaseUrl: string): Promise<void> {
  const { $client: pgPool } = openDatabase(databaseUrl, { max: 1 });
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => {}) });
  } finally {
    await pgPool.end();
  }
}
