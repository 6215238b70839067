import { Logger, runMigrations } from 'graphile-worker';

/** Creates the job tables, so that a transaction can add a job before any process runs them. */
export async function prepareJobs(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: new Logger(() => () => {}) });
}
