/** The app's own database, for an operator's tool, whether the app is running or not. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { type Database, openDatabase } from '#platform/server/db/client.ts';
import { startEmbeddedPostgres } from '#platform/server/db/embedded-postgres.ts';
import { migrateDatabase } from '#platform/server/db/migrate.ts';
import { SUPERUSER, findRunningPostgres } from '#platform/server/db/postgres-cluster.ts';
import type { Environment } from '#platform/server/env.ts';

type AppDatabase = { db: Database; close: () => Promise<void> };

type PostgresServer = { url: string; close: () => Promise<void> };

/** Uses a running app's database server; otherwise starts the embedded one for the duration. */
export async function openAppPostgres(
  env: Pick<Environment, 'databaseUrl' | 'dataDir'>,
): Promise<PostgresServer> {
  const running = env.databaseUrl ?? (await findRunningUrl(env.dataDir));
  if (running !== null) return { url: running, close: async () => {} };
  const own = await startEmbeddedPostgres({ dataDir: env.dataDir, log: console.error });
  return { url: own.url, close: () => own.stop() };
}

/** The same, with this version's schema. */
export async function openAppDatabase(
  env: Pick<Environment, 'databaseUrl' | 'dataDir'>,
): Promise<AppDatabase> {
  const server = await openAppPostgres(env);
  await migrateDatabase(server.url);
  const db = openDatabase(server.url, { max: 2 });
  return {
    db,
    async close() {
      await db.$client.end();
      await server.close();
    },
  };
}

async function findRunningUrl(dataDir: string): Promise<string | null> {
  const home = path.join(dataDir, 'postgres');
  if (!existsSync(path.join(home, 'cluster'))) return null;
  const running = await findRunningPostgres(realpathSync(path.join(home, 'cluster')));
  if (!running) return null;
  const password = readFileSync(path.join(home, 'password'), 'utf8').trim();
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${running.port}/mealrun`;
}
