import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '#platform/server/db/embedded-postgres.ts';
import { isAlive } from '#platform/server/db/process-alive.ts';

const PREFIX = 'mealrun-tests-';

/** One throwaway PostgreSQL for the whole run; tests get its address as TEST_POSTGRES_URL. */
export default async function startTestPostgres(): Promise<() => Promise<void>> {
  await removeLeftovers();
  const dataDir = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, isThrowaway: true });
  process.env.TEST_POSTGRES_URL = postgres.url;
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** A killed run leaves its server behind. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX) || isAlive(Number.parseInt(name.slice(PREFIX.length), 10)))
      continue;
    const dataDir = path.join(tmpdir(), name);
    try {
      const left = await startEmbeddedPostgres({ dataDir, log: () => {} });
      await left.stop();
      rmSync(dataDir, { recursive: true, force: true });
    } catch {
      // Another user's, or half made: not ours to remove.
    }
  }
}
