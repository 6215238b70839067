/**
 * The whole business under test in its own data folder: the real app with its embedded PostgreSQL and its payment
 * sandbox, each in a process that can be killed, with a connection between app and sandbox that can be cut.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '#platform/server/db/client.ts';
import { isAlive } from '#platform/server/db/postgres-binaries.ts';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { type AppProcess, appProcess, hasEnded } from './app-process.ts';
import { waitUntil } from './run-concurrently.ts';
import { openFaultProxy, type FaultProxy } from './fault-proxy.ts';

export type SystemUnderTest = {
  url: string;
  dataDir: string;
  proxy: FaultProxy;
  app: AppProcess;
  /** Kills the database; the app has to restart it. */
  killDatabase(how: 'SIGKILL' | 'SIGQUIT'): void;
  inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Calls the sandbox directly. A body is sent as a form or as JSON. */
  sandbox(path: string, body?: URLSearchParams | object): Promise<unknown>;
  /** Stops everything and removes all traces. */
  stop(): Promise<void>;
};

const ROOT = path.dirname(path.dirname(import.meta.dirname));
const START_MS = 60_000;
const STOP_MS = 20_000;

type SandboxFacts = { pid: number; port: number; secretKey: string; webhookSecret: string };

export type SystemOptions = {
  /** The ISO instant at which its clock starts; default: a Wednesday. */
  now?: string;
  /** Default: no rate limits, so that one machine can be all customers. */
  throttle?: boolean;
  /** For how long the app takes requests after the signal to stop; default: none. */
  stopWaitSeconds?: number;
  /** Default: the embedded one. Stopped with the system. */
  database?: { url: string; stop(): Promise<void> };
  /** Default: the one with the temporary files. Removed with the system. */
  disk?: { dataDir: string; remove(): void };
};

export async function openSystem({
  database: external,
  disk,
  ...options
}: SystemOptions = {}): Promise<SystemUnderTest> {
  const dataDir = disk?.dataDir ?? mkdtempSync(path.join(tmpdir(), 'mealrun-chaos-'));
  const sandbox = await startSandbox(path.join(dataDir, 'sandbox'), disk ? 'ignore' : 'inherit');
  const proxy = await openFaultProxy(sandbox);
  // From here on the app believes that the wire is the sandbox.
  const facts = JSON.stringify({ ...sandbox, port: proxy.port });
  writeFileSync(path.join(dataDir, 'sandbox', 'server.json'), facts, { mode: 0o600 });
  const port = await findFreePort();
  const app = appProcess({ ...options, port, dataDir, databaseUrl: external?.url });

  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    proxy.fateOfCall = () => 'well';
    // Only the app knows how to stop its database.
    if (!app.isAlive()) await app.start().catch(() => {});
    await app.stop();
    await proxy.close();
    signal(sandbox.pid, 'SIGKILL');
    const database = readPostmaster(dataDir);
    if (database) signal(database.pid, 'SIGQUIT');
    await waitUntil(async () => database === null || !isAlive(database.pid), STOP_MS);
    await external?.stop();
    rmSync(dataDir, { recursive: true, force: true });
    disk?.remove();
  }

  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    proxy,
    app,
    killDatabase(how) {
      const database = readPostmaster(dataDir);
      if (database) signal(database.pid, how);
    },
    inDatabase: async (work) => inDatabase(external?.url ?? findDatabaseUrl(dataDir), work),
    sandbox: (called, body) => callSandbox(sandbox, called, body),
    stop: () => (stopped ??= stop()),
  };
}

/** On a full disk it has a lot to say. */
async function startSandbox(folder: string, errors: 'inherit' | 'ignore'): Promise<SandboxFacts> {
  mkdirSync(folder, { recursive: true });
  const child = spawn(process.execPath, ['sandbox/main.ts', '--data', folder], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', errors],
    // Not what this process has: the app's modules, which it loads too, set NODE_ENV to production.
    env: {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    },
  });
  const file = path.join(folder, 'server.json');
  if (!(await waitUntil(async () => existsSync(file) || hasEnded(child), START_MS)))
    throw new Error('the payment sandbox did not start');
  return JSON.parse(readFileSync(file, 'utf8')) as SandboxFacts;
}

async function callSandbox(
  { port, secretKey }: SandboxFacts,
  called: string,
  body?: URLSearchParams | object,
): Promise<unknown> {
  const isForm = body instanceof URLSearchParams;
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const answer = await fetch(`http://127.0.0.1:${port}${called}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': type },
    body: isForm ? body.toString() : body ? JSON.stringify(body) : null,
  });
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${called}`);
  return answer.json();
}

/** A new connection each time: the database may have been killed and have moved since. */
async function inDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { max: 2 });
  try {
    return await work(db);
  } finally {
    await db.$client.end();
  }
}

function findDatabaseUrl(dataDir: string): string {
  const password = readFileSync(path.join(dataDir, 'postgres', 'password'), 'utf8').trim();
  const running = readPostmaster(dataDir);
  if (!running) throw new Error('no database found');
  return `postgres://mealrun:${password}@127.0.0.1:${running.port}/mealrun`;
}

function readPostmaster(dataDir: string): { pid: number; port: number } | null {
  const file = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

function signal(pid: number, name: NodeJS.Signals): void {
  if (isAlive(pid)) process.kill(pid, name);
}

/** Retries `work` until the database, which may just be restarting, accepts it. */
export async function waitFor<T>(work: () => Promise<T>, withinMs = 30_000): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(200);
    }
  }
}
