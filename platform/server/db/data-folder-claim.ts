/** One running app per data folder: a lock that lives exactly as long as the app's connection. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

// Any number will do, as long as it stays the same from release to release.
const CLAIM_KEY = 4_242_001;
const NAME_PREFIX = 'mealrun app ';
const ATTEMPTS = 20;

/** Connects and claims the folder, or refuses when another app holds it. The claim ends with the client. */
export async function claimDataFolder(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `${NAME_PREFIX}${process.pid}`,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    for (let attempts = 0; attempts < ATTEMPTS; attempts++) {
      const answer = await client.query('select pg_try_advisory_lock($1) as claimed', [CLAIM_KEY]);
      if (answer.rows[0].claimed) return client;
      // The server takes a moment to notice that an app was killed.
      await sleep(100);
    }
    throw new EmbeddedPostgresError(
      `Mealrun is already running on this data folder (pid ${await findHolder(client)}). Stop it first, or choose another DATA_DIR.`,
    );
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

async function findHolder(client: pg.Client): Promise<string> {
  const answer = await client.query(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = 0 and objid = $1 and granted`,
    [CLAIM_KEY],
  );
  return answer.rows[0]?.application_name.slice(NAME_PREFIX.length) ?? 'unknown';
}
