import { Logger, runMigrations } from 'graphile-worker';

/** Makes the tables of jobs, so that a transaction can add one before any process runs them. */
export async function prepareJobs(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: new Logger(() => () => {}) });
}
