/** Health checks of the machine and the settings; none of them needs the app to run. */
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { listBackups } from '#server/backup/backup-folder.ts';
import type { Database } from '#server/db/client.ts';
import { listAppliedMigrations, listKnownMigrations } from '#server/db/migrate.ts';
import { failure, type Finding, lookAt, ok, warning } from '#server/system/finding.ts';
import type { Environment } from '#server/env.ts';

const GIGABYTE = 1024 ** 3;
const LEAST_FREE_GIGABYTES = 1;
const OLDEST_POSTGRES = 15;
const CLOCKS_DIFFER_SECONDS = 5;
const HOUR_MS = 3_600_000;
const OLDEST_BACKUP_HOURS = 26;

export function examineEnvironment(env: Environment): Finding {
  const about = 'environment';
  const { production, publicUrl, stripe, now } = env;
  if (production && !publicUrl.startsWith('https:')) {
    return failure(about, `PUBLIC_URL is ${publicUrl}: cookies and payments need https.`);
  }
  if (now !== null) return warning(about, `MEALRUN_NOW: the clock started at ${now}.`);
  if (production && stripe === null)
    return warning(about, 'Payments use the sandbox: no real money is taken.');
  return ok(about, `${production ? 'production' : 'not production'}, at ${publicUrl}`);
}

export async function examineDatabase(db: Database): Promise<Finding> {
  return lookAt('database', async () => {
    const { rows } = await db.execute<{ version: string; number: string }>(
      sql`select current_setting('server_version') as version, current_setting('server_version_num') as number`,
    );
    const [found] = rows;
    const isOld = Math.floor(Number(found?.number) / 10_000) < OLDEST_POSTGRES;
    const says = `PostgreSQL ${found?.version}`;
    return isOld ? failure('database', `${says} is too old`) : ok('database', says);
  });
}

export async function examineMigrations(db: Database): Promise<Finding> {
  return lookAt('migrations', async () => {
    const client = await db.$client.connect();
    try {
      const applied = await listAppliedMigrations(client);
      const known = listKnownMigrations();
      const missing = known.filter((hash) => !applied.includes(hash)).length;
      const unknown = applied.filter((hash) => !known.includes(hash)).length;
      if (unknown > 0)
        return failure('migrations', `the schema is newer than this version (${unknown} unknown)`);
      if (missing > 0)
        return failure('migrations', `${missing} not applied. Start the app once to apply them.`);
      return ok('migrations', `all ${known.length} applied`);
    } finally {
      client.release();
    }
  });
}

/** Holds, cutoffs and signatures all depend on the clock. */
export async function examineClock(db: Database): Promise<Finding> {
  return lookAt('clock', async () => {
    const { rows } = await db.execute<{ seconds: number }>(
      sql`select extract(epoch from clock_timestamp())::float8 as seconds`,
    );
    const apart = Math.abs((rows[0]?.seconds ?? 0) - Date.now() / 1000);
    const says = `${apart.toFixed(1)} s off the database's clock`;
    return apart > CLOCKS_DIFFER_SECONDS ? failure('clock', says) : ok('clock', says);
  });
}

export async function examineDisk({ dataDir }: Pick<Environment, 'dataDir'>): Promise<Finding> {
  return lookAt('disk', async () => {
    const { bavail, bsize } = await statfs(dataDir);
    const gigabytes = (bavail * bsize) / GIGABYTE;
    const says = `${gigabytes.toFixed(1)} GB free at ${dataDir}`;
    return gigabytes < LEAST_FREE_GIGABYTES ? failure('disk', says) : ok('disk', says);
  });
}

export async function examineMail({ smtpUrl }: Pick<Environment, 'smtpUrl'>): Promise<Finding> {
  if (smtpUrl === null)
    return warning('mail', 'SMTP_URL is not set: emails are saved in the data folder');
  return lookAt('mail', async () => {
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
    });
    try {
      await transport.verify();
      return ok('mail', 'signed in to the mail server');
    } finally {
      transport.close();
    }
  });
}

export async function examineBackups({
  dataDir,
  backupHour,
}: Pick<Environment, 'dataDir' | 'backupHour'>): Promise<Finding> {
  const [newest] = await listBackups(path.join(dataDir, 'backups'));
  if (!newest) return warning('backups', 'no backups. Run npm run backup, or set BACKUP_HOUR');
  const hours = (Date.now() - Date.parse(newest.madeAt)) / HOUR_MS;
  const says = `the newest is ${hours.toFixed(0)} h old`;
  if (hours <= OLDEST_BACKUP_HOURS) return ok('backups', says);
  return backupHour === null ? warning('backups', says) : failure('backups', says);
}
