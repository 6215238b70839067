/** The app as `npm start` runs it: started, killed and restarted on the same data folder and port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { waitUntil } from './run-concurrently.ts';

export type AppProcess = {
  /** Resolves when it serves. `crashAt`: a named point at which it kills itself, perhaps before it serves. */
  start(crashAt?: string): Promise<void>;
  isAlive(): boolean;
  /** kill -9, and waits until it is gone. Database and sandbox keep running. */
  kill(): Promise<void>;
  /** Like Ctrl-C; stops its database and sandbox too. */
  stop(): Promise<void>;
  /** The ISO instant at which its clock starts after the next start. */
  setNow(now: string): void;
  /** Kills it and restarts it on a clock this many minutes ahead, so that leases, holds and waits are over. */
  startLater(minutes: number): Promise<void>;
  /** Everything it has printed. */
  said(): string;
};

export const STAFF = { email: 'chef@example.com', password: 'mangoes by the bay at dawn' };
/** Wednesday midday in Brisbane: the week from Tue 13 to Mon 19 Jan 2026 is open. */
export const A_WEDNESDAY = '2026-01-07T02:00:00Z';

/** Only patience: a busy machine takes long. */
const START_MS = 180_000;
const STOP_MS = 20_000;

export function appProcess(settings: {
  port: number;
  dataDir: string;
  now?: string;
  throttle?: boolean;
  databaseUrl?: string | undefined;
  stopWaitSeconds?: number;
  /** The project to run; default: this one. */
  root?: string;
}): AppProcess {
  let app: ChildProcess | null = null;
  let now = settings.now ?? A_WEDNESDAY;
  let said = '';

  async function start(crashAt?: string): Promise<void> {
    const from = said.length;
    const started = spawnApp({ ...settings, now, crashAt });
    app = started;
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (bytes: Buffer) => (said += bytes.toString()));
    const isDone = () => hasEnded(started) || said.includes('is serving at', from);
    const isInTime = await waitUntil(async () => isDone(), START_MS);
    if (!isInTime || (started.exitCode !== null && crashAt === undefined))
      throw new Error(`the app did not start:\n${said.slice(from)}`);
  }

  async function end(how: NodeJS.Signals): Promise<void> {
    if (app === null || hasEnded(app)) return;
    const ended = once(app, 'exit');
    app.kill(how);
    const impatience = setTimeout(() => app?.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(impatience);
  }

  return {
    start,
    isAlive: () => app !== null && !hasEnded(app),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    setNow: (at) => {
      now = at;
    },
    async startLater(minutes) {
      await end('SIGKILL');
      now = new Date(Date.parse(now) + minutes * 60_000).toISOString();
      await start();
    },
    said: () => said,
  };
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function spawnApp(settings: {
  port: number;
  dataDir: string;
  now: string;
  throttle?: boolean;
  databaseUrl?: string | undefined;
  stopWaitSeconds?: number;
  root?: string;
  crashAt: string | undefined;
}): ChildProcess {
  return spawn(process.execPath, ['app/server/main.ts'], {
    cwd: settings.root ?? path.dirname(path.dirname(import.meta.dirname)),
    // The channel closes when this process is killed; the app then stops.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: String(settings.port),
      HOST: '127.0.0.1',
      DATA_DIR: settings.dataDir,
      MEALRUN_NOW: settings.now,
      THROTTLE: settings.throttle ? 'on' : 'off',
      STAFF_EMAIL: STAFF.email,
      STAFF_PASSWORD: STAFF.password,
      STOP_WAIT_SECONDS: String(settings.stopWaitSeconds ?? 0),
      ...(settings.databaseUrl && { DATABASE_URL: settings.databaseUrl }),
      ...(settings.crashAt && { MEALRUN_CRASH_AT: settings.crashAt }),
    },
  });
}
