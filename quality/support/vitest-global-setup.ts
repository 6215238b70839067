import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '#platform/server/db/embedded-postgres.ts';
import { isAlive } from '#platform/server/db/postgres-binaries.ts';
import { startSandbox } from '#platform/server/gateway/sandbox-process.ts';

const PREFIX = 'mealrun-tests-';
const SILENT = { log: () => {} };

/**
 * One throwaway PostgreSQL for the whole run; tests get its address as TEST_POSTGRES_URL, and TEST_DATA_ROOT as the
 * folder for the data of their apps.
 */
export default async function startTestPostgres(): Promise<() => Promise<void>> {
  await removeLeftovers();
  const root = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  const dataDir = path.join(root, 'postgres');
  const postgres = await startEmbeddedPostgres({ dataDir, ...SILENT, isThrowaway: true });
  process.env.TEST_POSTGRES_URL = postgres.url;
  process.env.TEST_DATA_ROOT = root;
  return async () => {
    await postgres.stop();
    await stopSandboxes(root);
    rmSync(root, { recursive: true, force: true });
  };
}

/** For the apps that files share: their worker ends without a chance to end anything. */
async function stopSandboxes(root: string): Promise<void> {
  for (const name of readdirSync(root)) {
    const dataDir = path.join(root, name);
    if (!existsSync(path.join(dataDir, 'sandbox', 'server.json'))) continue;
    const left = await startSandbox({ dataDir, ...SILENT });
    await left.stop();
  }
}

/** A killed run leaves its servers behind. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX) || isAlive(Number.parseInt(name.slice(PREFIX.length), 10)))
      continue;
    const root = path.join(tmpdir(), name);
    try {
      const left = await startEmbeddedPostgres({ dataDir: path.join(root, 'postgres'), ...SILENT });
      await left.stop();
      await stopSandboxes(root);
      rmSync(root, { recursive: true, force: true });
    } catch {
      // Another user's, or half made: not ours to remove.
    }
  }
}
