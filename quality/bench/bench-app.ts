import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '#platform/server/db/embedded-postgres.ts';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { MEMORY_VARIABLES } from '#platform/server/memory-variables.mjs';

export type BenchApp = {
  url: string;
  databaseUrl: string;
  /** The processor time of the app's process so far, in milliseconds; without PostgreSQL and the sandbox. */
  processorMs(): number;
  stop(): Promise<void>;
};

/** Of `/proc/PID/stat`, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** The real server in its own process, on an embedded PostgreSQL that the benchmark can also reach. */
export async function startBenchApp(): Promise<BenchApp> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mealrun-bench-'));
  const database = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const port = await findFreePort();
  const app = spawn(process.execPath, ['app/server/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...MEMORY_VARIABLES,
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      THROTTLE: 'off',
      MEALRUN_NOW: '2026-01-07T02:00:00Z',
    },
  });
  await untilServing(app);
  // A benchmark that fails half-way leaves nothing running.
  process.once('uncaughtException', (error) => {
    console.error(error);
    process.exitCode = 1;
    void stop().then(() => process.exit());
  });
  return {
    url: `http://127.0.0.1:${port}`,
    databaseUrl: database.url,
    processorMs() {
      const [, facts = ''] = readFileSync(`/proc/${app.pid}/stat`, 'utf8').split(') ');
      const [user, system] = facts.split(' ').slice(11, 13).map(Number);
      return (((user ?? 0) + (system ?? 0)) / TICKS_PER_SECOND) * 1000;
    },
    stop,
  };

  async function stop() {
    app.kill('SIGTERM');
    await once(app, 'exit');
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export function untilServing(app: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    app.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('is serving at')) resolve();
    });
    app.once('exit', (code) => reject(new Error(`the app ended with code ${code}`)));
  });
}
