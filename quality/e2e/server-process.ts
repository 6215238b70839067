/** The app as `npm start` runs it, in its own process that ends with the tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Instruction } from './journey-server.ts';

const ROOT = path.dirname(path.dirname(import.meta.dirname));
const GIVE_UP_MS = 15_000;

type ServerSettings = {
  port: number;
  dataDir: string;
  /** Empty: the embedded PostgreSQL. */
  databaseUrl: string;
  /** The ISO instant at which its clock starts. */
  now: string;
  /** More of the environment. */
  variables: Record<string, string>;
};

export type ServerProcess = {
  pid: number;
  /** For a journey server. */
  ask(instruction: Instruction): Promise<void>;
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
};

/** Resolves when it serves. Forwards everything it prints; throws with it when the process ends too soon. */
export async function startServer(
  settings: ServerSettings,
  onSaid: (text: string) => void,
  program: 'app/server/main.ts' | 'quality/e2e/journey-server.ts' = 'app/server/main.ts',
): Promise<ServerProcess> {
  const server = spawn(process.execPath, [program], {
    cwd: ROOT,
    env: { ...process.env, ...NEVER_REAL, ...variablesOf(settings) },
    // The channel closes when the tests are killed; the server then stops.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
  await untilServing(server, onSaid);
  return {
    pid: server.pid ?? 0,
    ask: (instruction) => ask(server, instruction),
    ended,
    stop: () => stopServer(server),
  };
}

/** Overrides a developer's own .env: journeys take no real cards, send no real email and call no language model. */
const NEVER_REAL = {
  NODE_ENV: '',
  STRIPE_SECRET_KEY: '',
  STRIPE_PUBLISHABLE_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
  SMTP_URL: '',
  AI_BASE_URL: '',
  AI_API_KEY: '',
  AI_MODEL: '',
  PUBLIC_URL: '',
};

function variablesOf({ port, dataDir, databaseUrl, now, variables }: ServerSettings) {
  return {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    MEALRUN_NOW: now,
    THROTTLE: 'off',
    ...variables,
  };
}

function untilServing(server: ChildProcess, onSaid: (text: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (bytes: Buffer) => {
      const text = bytes.toString();
      onSaid(text);
      said += text;
      if (said.includes('is serving at')) resolve();
    };
    server.stdout?.on('data', listen);
    server.stderr?.on('data', listen);
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`the server ended (${code}):\n${said}`)));
  });
}

type Answer = { id: number; failure?: string };

let asked = 0;

function ask(server: ChildProcess, instruction: Instruction): Promise<void> {
  const id = (asked += 1);
  return new Promise((resolve, reject) => {
    const listen = (message: Answer) => {
      if (message.id !== id) return;
      server.off('message', listen);
      if (message.failure === undefined) resolve();
      else reject(new Error(message.failure));
    };
    server.on('message', listen);
    server.send({ id, instruction });
  });
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const hasEnded = once(server, 'exit');
  server.kill('SIGTERM');
  const impatience = setTimeout(() => server.kill('SIGKILL'), GIVE_UP_MS);
  await hasEnded;
  clearTimeout(impatience);
}
