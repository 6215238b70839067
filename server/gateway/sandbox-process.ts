/** The payment sandbox in its own process: found or started under DATA_DIR, stopped with the app. */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isAlive } from '#server/db/process-alive.ts';
import { givenEnvironment } from '#server/process-environment.ts';

export type SandboxProcess = {
  /** `http://127.0.0.1:PORT` */
  baseUrl: string;
  host: string;
  port: number;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** It was already running: another app started it. */
  isTakenOver: boolean;
  /** Where to send which events; pending ones go there too. */
  setWebhook(url: string, enabledEvents: readonly string[]): Promise<void>;
  /** Stops it, no matter who started it. */
  stop(): Promise<void>;
};

/** The file in which the sandbox describes itself while it runs. */
const ServerFile = z.object({
  pid: z.int(),
  port: z.int(),
  secretKey: z.string(),
  publishableKey: z.string(),
  webhookSecret: z.string(),
});
type ServerFile = z.infer<typeof ServerFile>;

const HOST = '127.0.0.1';
const START_MS = 15_000;
const STOP_MS = 10_000;

const program = path.join(import.meta.dirname, '..', '..', 'sandbox', 'main.ts');

export async function startSandbox(options: {
  dataDir: string;
  log: (line: string) => void;
}): Promise<SandboxProcess> {
  const folder = path.join(options.dataDir, 'sandbox');
  const running = await findRunning(folder);
  if (running) options.log(`Taking over the running payment sandbox (pid ${running.pid}).`);
  const facts = running ?? (await launch(folder, path.join(options.dataDir, 'sandbox.log')));
  return {
    baseUrl: `http://${HOST}:${facts.port}`,
    host: HOST,
    port: facts.port,
    secretKey: facts.secretKey,
    publishableKey: facts.publishableKey,
    webhookSecret: facts.webhookSecret,
    isTakenOver: running !== null,
    setWebhook: (url, enabledEvents) => setWebhook(facts, url, enabledEvents),
    stop: () => stop(folder, facts.pid),
  };
}

async function launch(folder: string, logFile: string): Promise<ServerFile> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const output = openSync(logFile, 'a', 0o600);
  // In its own process group: Ctrl-C in the terminal must reach the app first.
  const child = spawn(process.execPath, [program, '--data', folder], {
    detached: true,
    stdio: ['ignore', output, output],
    env: givenEnvironment,
  });
  closeSync(output);
  child.unref();
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  const deadline = Date.now() + START_MS;
  while (!failure && Date.now() < deadline) {
    // Not always our child: a sandbox that was just starting when its app was killed may come up first.
    const running = await findRunning(folder);
    if (running) return running;
    await sleep(20);
  }
  if (!failure && child.exitCode === null) child.kill('SIGKILL');
  throw new Error(`The payment sandbox did not start: see ${logFile}`, { cause: failure });
}

/** The sandbox that serves this folder and knows its keys, or null. */
async function findRunning(folder: string): Promise<ServerFile | null> {
  const facts = readServerFile(folder);
  if (!facts || !isAlive(facts.pid)) return null;
  try {
    const response = await call(facts, '/_sandbox/health');
    const health = z.object({ pid: z.int() }).parse(await response.json());
    return health.pid === facts.pid ? facts : null;
  } catch {
    return null;
  }
}

function readServerFile(folder: string): ServerFile | null {
  try {
    return ServerFile.parse(JSON.parse(readFileSync(path.join(folder, 'server.json'), 'utf8')));
  } catch {
    return null;
  }
}

async function setWebhook(
  facts: ServerFile,
  webhookUrl: string,
  enabledEvents: readonly string[],
): Promise<void> {
  const body = JSON.stringify({ webhookUrl, enabledEvents });
  await call(facts, '/_sandbox/settings', { method: 'POST', body });
}

async function call(facts: ServerFile, pathname: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(`http://${HOST}:${facts.port}${pathname}`, {
    ...init,
    headers: { authorization: `Bearer ${facts.secretKey}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(5000),
  });
  if (!response.ok) throw new Error(`The payment sandbox answered ${response.status}`);
  return response;
}

async function stop(folder: string, pid: number): Promise<void> {
  if (readServerFile(folder)?.pid !== pid || !isAlive(pid)) return;
  process.kill(pid, 'SIGTERM');
  const deadline = Date.now() + STOP_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL');
    await sleep(20);
  }
}
