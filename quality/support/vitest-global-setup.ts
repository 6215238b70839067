import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '#platform/server/db/embedded-postgres.ts';
import { isAlive } from '#platform/server/db/postgres-binaries.ts';
import { startSandbox } from '#platform/server/gateway/sandbox-process.ts';

const PREFIX = 'mealrun-tests-';
const SILENT = { log: () => {} };
const MEMORY = '/dev/shm';
const ROOM_BYTES = 4e9;

/**
 * One throwaway PostgreSQL for the whole run; tests get its address as TEST_POSTGRES_URL, and TEST_DATA_ROOT as the
 * folder for the data of their apps.
 */
export default async function startTestPostgres(): Promise<() => Promise<void>> {
  await removeLeftovers();
  const root = mkdtempSync(path.join(chooseRoot(), `${PREFIX}${process.pid}-`));
  // PostgreSQL runs as another user than root.
  chmodSync(root, 0o711);
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

/** In memory where there is room: every database of a test is a thousand files, and a disk takes long to find each a place. */
function chooseRoot(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir();
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
  for (const parent of [tmpdir(), MEMORY].filter((folder) => existsSync(folder)))
    for (const name of readdirSync(parent))
      if (name.startsWith(PREFIX) && !isAlive(Number.parseInt(name.slice(PREFIX.length), 10)))
        await removeLeftover(path.join(parent, name));
}

async function removeLeftover(root: string): Promise<void> {
  try {
    const left = await startEmbeddedPostgres({ dataDir: path.join(root, 'postgres'), ...SILENT });
    await left.stop();
    await stopSandboxes(root);
    rmSync(root, { recursive: true, force: true });
  } catch {
    // Another user's, or half made: not ours to remove.
  }
}
