/** The payment sandbox in its own process: found or started under DATA_DIR, restarted when it dies, stopped with the last app. */
import { spawn } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isAlive } from '#platform/server/db/postgres-binaries.ts';
import { givenEnvironment } from '#platform/server/process-environment.ts';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from '#platform/server/errors.ts';

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
  /** Stops it, no matter who started it, unless another process or another start uses it. */
  stop(): Promise<void>;
  /** Ends our use of it and leaves it running. */
  leave(): Promise<void>;
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
const WATCH_MS = 500;
const TRY_AGAIN_MS = 2000;

const program = path.join(import.meta.dirname, '..', '..', '..', 'sandbox', 'main.ts');

export async function startSandbox(options: {
  dataDir: string;
  log: (line: string) => void;
}): Promise<SandboxProcess> {
  const folder = path.join(options.dataDir, 'sandbox');
  // Before we look for it: anyone who is about to stop it sees that it is needed.
  const lease = leaseSandbox(folder);
  try {
    return await findOrLaunch(options, { folder, lease });
  } catch (error) {
    lease.giveBack();
    throw error;
  }
}

async function findOrLaunch(
  options: { dataDir: string; log: (line: string) => void },
  { folder, lease }: { folder: string; lease: ReturnType<typeof leaseSandbox> },
): Promise<SandboxProcess> {
  const running = await findRunning(folder);
  if (running) options.log(`Taking over the running payment sandbox (pid ${running.pid}).`);
  const logFile = path.join(options.dataDir, 'sandbox.log');
  const facts = running ?? (await launch({ folder, logFile, port: 0 }));
  const watch = watchSandbox(facts, {
    // On the same port, which the gateway's client and open pages know.
    restart: () => launch({ folder, logFile, port: facts.port }),
    log: options.log,
  });
  const { port, secretKey, publishableKey, webhookSecret } = facts;
  return {
    baseUrl: `http://${HOST}:${port}`,
    host: HOST,
    port,
    secretKey,
    publishableKey,
    webhookSecret,
    isTakenOver: running !== null,
    setWebhook: (url, enabledEvents) => setWebhook(facts, url, enabledEvents),
    async stop() {
      const pid = await watch.release();
      if (lease.giveBack().isLast) await stop(folder, pid);
    },
    async leave() {
      await watch.release();
      lease.giveBack();
    },
  };
}

/** `release` ends the watch; it resolves to the process that runs then. */
function watchSandbox(
  { pid }: ServerFile,
  { restart, log }: { restart: () => Promise<ServerFile>; log: (line: string) => void },
): { release(): Promise<number> } {
  let isReleased = false;
  let recovery: Promise<void> | null = null;
  // It may be another app's child, so there may be no event that tells of its end.
  const watch = setInterval(() => {
    if (recovery !== null || isAlive(pid)) return;
    recovery = recover().finally(() => (recovery = null));
  }, WATCH_MS).unref();

  async function recover(): Promise<void> {
    log('Lost the payment sandbox. Restarting it…');
    while (!isReleased) {
      try {
        ({ pid } = await restart());
        return log('The payment sandbox is back.');
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        log(`The payment sandbox did not restart; trying again: ${reason}`);
        await sleep(TRY_AGAIN_MS);
      }
    }
  }
  return {
    async release() {
      isReleased = true;
      clearInterval(watch);
      await recovery;
      return pid;
    },
  };
}

type Launch = { folder: string; logFile: string; port: number };

/** Port 0: any free one. */
async function launch({ folder, logFile, port }: Launch): Promise<ServerFile> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const output = openSync(logFile, 'a', 0o600);
  // In its own process group: Ctrl-C in the terminal must reach the app first.
  const child = spawn(process.execPath, [program, '--data', folder, '--port', String(port)], {
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

// Who uses a payment sandbox: a file for each use, which counts for as long as its process lives.

/** Takes a lease on the sandbox in this folder. Giving it back tells whether that was the last one; only once. */
function leaseSandbox(folder: string): { giveBack(): { isLast: boolean } } {
  const leases = path.join(folder, 'users');
  mkdirSync(leases, { recursive: true, mode: 0o700 });
  const file = path.join(leases, `${process.pid} ${randomUUID()}`);
  writeFileSync(file, startOf(process.pid), { mode: 0o600 });
  return {
    giveBack() {
      rmSync(file, { force: true });
      return { isLast: readdirSync(leases).every((name) => isOver(path.join(leases, name))) };
    },
  };
}

/** Removes a lease whose process is gone: it was killed, and could not give it back. */
function isOver(file: string): boolean {
  const pid = Number.parseInt(path.basename(file), 10);
  try {
    if (isAlive(pid) && readFileSync(file, 'utf8') === startOf(pid)) return false;
  } catch {
    // Given back at this moment, or its process has just ended.
  }
  rmSync(file, { force: true });
  return true;
}

/** When a process began, in ticks since the machine did: its number may be another's after a restart. Only on Linux. */
function startOf(pid: number): string {
  if (process.platform !== 'linux') return '';
  const [, facts = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  return facts.split(' ')[19] ?? '';
}

/** What a browser may reach: the calls Stripe allows with a client secret, and the sandbox's own test bank. */
const BROWSER_PATHS = /^\/(v1\/payment_intents\/[A-Za-z0-9_]+(\/confirm)?|bank\/[A-Za-z0-9_.-]+)$/;
const PASSED_ON = [
  'content-type',
  'location',
  'cache-control',
  'content-security-policy',
  'referrer-policy',
];

/**
 * Forwards `/sandbox/…` to the payment sandbox, which listens on this machine only. The app's own keys never travel
 * this way. A call whose connection breaks is made once more, as Stripe's own script does.
 */
export function registerSandboxPassthrough(
  app: FastifyInstance,
  sandbox: { baseUrl: string },
): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.route({
      method: ['GET', 'POST'],
      url: '/sandbox/*',
      schema: { hide: true },
      config: { access: 'public' },
      handler: (request, reply) => passThrough(sandbox.baseUrl, request, reply),
    });
    done();
  });
}

async function passThrough(baseUrl: string, request: FastifyRequest, reply: FastifyReply) {
  const { pathname, search } = new URL(request.url.slice('/sandbox'.length), 'http://sandbox');
  if (!BROWSER_PATHS.test(pathname)) return reply.callNotFound();
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
  const key = randomUUID();
  const ask = () =>
    fetch(`${baseUrl}${pathname}${search}`, {
      method: request.method,
      headers: {
        'content-type': request.headers['content-type'] ?? 'application/x-www-form-urlencoded',
        // By it, the sandbox knows a call that it has already answered.
        'idempotency-key': key,
      },
      body,
      redirect: 'manual',
    });
  const isSafeToRepeat = pathname.startsWith('/v1/');
  const first = isSafeToRepeat ? ask().catch(ask) : ask();
  const answer = await first.catch((cause: unknown) => {
    const unavailable = new Unavailable(
      'payment_unavailable',
      'The payment sandbox isn’t responding.',
    );
    unavailable.cause = cause;
    throw unavailable;
  });
  for (const name of PASSED_ON) {
    const value = answer.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()));
}
