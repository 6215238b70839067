/** The PostgreSQL server process: starting it, finding one that still runs, stopping it. */
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './explain-database-error.ts';
import { type PostgresAccount, isAlive } from './postgres-binaries.ts';

export type RunningPostgres = { pid: number; port: number };

type LaunchOptions = {
  postgres: string;
  folder: string;
  account: PostgresAccount;
  logFile: string;
  port: number;
  /** No commit waits for the disk: a machine that loses power loses the database. */
  isThrowaway?: boolean;
};

const LOG_LIMIT_BYTES = 5_000_000;
const STOP_SECONDS = 30;
/** Processes of a killed server live on briefly, keeping its memory and writing to the same log. */
const MAY_SETTLE = /postmaster\.pid|shared memory block|Address already in use/;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};
/** Three workers with two apps and their sandboxes open more connections than the server of one kitchen. */
const THROWAWAY = { fsync: 'off', full_page_writes: 'off', max_connections: '300' };

/** Null when the server did not start for a reason that another attempt may settle. */
export async function launchPostgres(options: LaunchOptions): Promise<RunningPostgres | null> {
  const { folder, logFile, port } = options;
  const logStart = limitLogSize(logFile);
  const chosen = options.isThrowaway ? { ...SETTINGS, ...THROWAWAY } : SETTINGS;
  const settings = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openSync(logFile, 'a', 0o600);
  // In its own process group: Ctrl-C in the terminal must reach us first, not the database.
  const child = spawn(options.postgres, ['-D', folder, '-p', String(port), ...settings], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', output, output],
    env: { LC_ALL: 'C', TZ: 'UTC' },
    ...options.account,
  });
  closeSync(output);
  child.unref();
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  while (failure === undefined && child.exitCode === null && child.signalCode === null) {
    const running = readPostmasterFile(folder);
    if (running?.pid === child.pid && running?.ready) return running;
    await sleep(20);
  }
  if (failure) throw new EmbeddedPostgresError(`PostgreSQL cannot run here: ${failure.message}`);
  const reasons = readFatalLines(logFile, logStart);
  if (reasons.some((reason) => MAY_SETTLE.test(reason))) return null;
  const reason = reasons.at(-1) ?? 'it ended without a message';
  throw new EmbeddedPostgresError(`PostgreSQL did not start: ${reason} (see ${logFile})`);
}

/** The server still running on this folder, once it is ready; null if none is running. */
export async function findRunningPostgres(folder: string): Promise<RunningPostgres | null> {
  for (;;) {
    const found = readPostmasterFile(folder);
    if (!found || !isAlive(found.pid)) return null;
    if (!commandOf(found.pid).includes(folder)) {
      // After a machine crash another program may have this process id: PostgreSQL would take it for a running server
      // and refuse to start.
      rmSync(path.join(folder, 'postmaster.pid'), { force: true });
      return null;
    }
    if (found.ready) return found;
    await sleep(20);
  }
}

/** Fast shutdown: ends the sessions, writes everything to disk, and waits for the process to exit. */
export async function stopPostgres(folder: string, pid: number): Promise<void> {
  if (readPostmasterFile(folder)?.pid !== pid) return;
  signal(pid, 'SIGINT');
  const deadline = Date.now() + STOP_SECONDS * 1000;
  while (isAlive(pid)) {
    // SIGQUIT exits immediately; the next start recovers from the write-ahead log.
    if (Date.now() > deadline) signal(pid, 'SIGQUIT');
    await sleep(20);
  }
}

/** A free TCP port on the loopback address. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no TCP port');
  return address.port;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

// Lines of postmaster.pid: pid, data directory, start time, port, socket folder, address, memory, status.
function readPostmasterFile(folder: string): (RunningPostgres & { ready: boolean }) | null {
  const file = path.join(folder, 'postmaster.pid');
  if (!statSync(file, { throwIfNoEntry: false })) return null;
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  if (!pid) return null;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** Moves a long log aside. Returns the size of the current log. */
function limitLogSize(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LOG_LIMIT_BYTES) return size;
  renameSync(logFile, `${logFile}.old`);
  return 0;
}

/** The server's fatal log lines, or its last line if there are none. */
function readFatalLines(logFile: string, from: number): string[] {
  const written = readFileSync(logFile).subarray(from).toString('utf8');
  const lines = written.split('\n').filter((line) => line.trim() !== '');
  const fatal = lines.filter((line) => /FATAL|PANIC|could not/.test(line));
  const said = fatal.length > 0 ? fatal : lines.slice(-1);
  return said.map((line) => line.replace(/^.*?(FATAL|PANIC): +/, '').trim());
}
