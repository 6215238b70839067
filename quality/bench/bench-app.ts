import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '#platform/server/db/embedded-postgres.ts';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { MEMORY_VARIABLES } from '#platform/server/memory-variables.mjs';
import { givenEnvironment } from '#platform/server/process-environment.ts';

export type BenchApp = {
  url: string;
  databaseUrl: string;
  /** The processor time of the app's process so far, in milliseconds; without PostgreSQL and the sandbox. */
  processorMs(): number;
  stop(): Promise<void>;
};

/** What `/proc/PID/stat` counts in, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

const account = { email: 'chef@example.com', password: 'mangoes by the bay at dawn' };

/** The real server in its own process with one member of staff, on an embedded PostgreSQL that the benchmark can also reach. */
export async function startBenchApp(): Promise<BenchApp> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mealrun-bench-'));
  const database = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const port = await findFreePort();
  const app = spawn(process.execPath, ['app/server/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...MEMORY_VARIABLES,
      // As given to the benchmark: loading the server's own code sets NODE_ENV for what runs in this process.
      ...givenEnvironment,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      THROTTLE: 'off',
      MEALRUN_NOW: '2026-01-07T02:00:00Z',
      STAFF_EMAIL: account.email,
      STAFF_PASSWORD: account.password,
    },
  });
  // A benchmark that fails half-way leaves nothing running.
  process.once('uncaughtException', (error) => {
    console.error(error);
    process.exitCode = 1;
    void stop().then(() => process.exit());
  });
  await untilServing(app);
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
    if (app.exitCode === null) {
      app.kill('SIGTERM');
      await once(app, 'exit');
    }
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

/** The cookies of that member of staff, or of one with the same password, as a header. */
export async function signIn({ url }: BenchApp, email = account.email): Promise<string> {
  const reply = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, email }),
  });
  if (!reply.ok) throw new Error(`signing in was refused: ${await reply.text()}`);
  const cookies = reply.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return cookies.join('; ');
}
