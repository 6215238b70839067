/** The real server on its own database and data folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '#platform/server/db/client.ts';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { createTestDatabase } from '#quality/support/test-database.ts';
import type { StaffAccount } from './journey-server.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export type RunningApp = {
  url: string;
  /** The kitchen's database. */
  db: Database;
  /** Everything the server has logged. */
  said: () => string;
  /** Its clock goes on from another time: an ISO instant. */
  setNow: (now: string) => Promise<void>;
  /** A new business at that time, which has the sample menu and, unless null, the account of an owner. */
  empty: (now: string, owner: StaffAccount | null) => Promise<void>;
  /** Stops the server and removes all traces. */
  stop: () => Promise<void>;
};

/**
 * `now` is the ISO instant at which the server's clock starts; `variables` are added to its environment. Needs a
 * PostgreSQL, see quality/support/test-database.ts.
 */
export async function startApp(
  now: string,
  variables: Record<string, string> = {},
): Promise<RunningApp> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mealrun-journeys-'));
  const port = await findFreePort();
  const db = openDatabase(database.url, { max: 2 });
  let server: ServerProcess | undefined;
  let said = '';

  async function stop(): Promise<void> {
    await server?.stop();
    await db.$client.end();
    await database.remove();
    await rm(dataDir, { recursive: true, force: true });
  }

  try {
    const settings = { port, dataDir, databaseUrl: database.url, now, variables };
    server = await startServer(settings, (text) => (said += text), 'quality/e2e/journey-server.ts');
  } catch (error) {
    await stop();
    throw error;
  }
  const { ask } = server;
  return {
    url: `http://localhost:${port}`,
    db,
    said: () => said,
    setNow: (at) => ask({ act: 'setNow', now: at }),
    empty: (at, owner) => ask({ act: 'empty', now: at, owner }),
    stop,
  };
}
