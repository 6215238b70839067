/** The files of the embedded database, DATA_DIR/postgres/{cluster,password}: created completely or not at all. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from '#platform/server/db/explain-database-error.ts';
import {
  findInaccessibleFolder,
  type PostgresAccount,
  makeSharedFolder,
  type PostgresBinaries,
  SHARED_FOLDER,
  isAlive,
} from '#platform/server/db/postgres-binaries.ts';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const run = promisify(execFile);

export const SUPERUSER = 'mealrun';

/** `folder` is PostgreSQL's data directory, with symbolic links resolved. */
export type PostgresCluster = { folder: string; password: string };

type ClusterOptions = {
  dataDir: string;
  binaries: PostgresBinaries;
  account: PostgresAccount;
  log: (line: string) => void;
};

/** Opens the cluster of a data folder, creating it on first start. */
export async function openPostgresCluster(options: ClusterOptions): Promise<PostgresCluster> {
  const home = path.join(options.dataDir, 'postgres');
  if (!lstatSync(home, { throwIfNoEntry: false })) await createHome(home, options);
  if (!existsSync(path.join(home, 'cluster', 'PG_VERSION'))) {
    throw new EmbeddedPostgresError(
      `${home} contains no database (or points to one that is gone). Put it back, or move it away to start empty.`,
    );
  }
  const folder = realpathSync(path.join(home, 'cluster'));
  takeBackFromRoot(path.dirname(folder), options.account);
  checkVersion(folder, options.binaries.majorVersion);
  checkReachable(folder, options.account);
  return { folder, password: readFileSync(path.join(home, 'password'), 'utf8').trim() };
}

// A cluster is made beside its destination and renamed into place, so a killed start, or two first starts at the same
// time, can never leave or find half of one.
async function createHome(home: string, options: ClusterOptions): Promise<void> {
  const outside = findInaccessibleFolder(options.dataDir, options.account) !== null;
  if (outside) makeSharedFolder();
  const parent = outside ? SHARED_FOLDER : options.dataDir;
  const prefix = outside ? `new-${shortHash(options.dataDir)}-` : 'postgres.new-';
  removeAbandoned(parent, prefix);
  const staging = path.join(parent, `${prefix}${process.pid}`);
  options.log('Creating the database…');
  try {
    await initialise(staging, options);
    if (outside) {
      const folder = path.join(SHARED_FOLDER, randomBytes(6).toString('hex'));
      renameSync(staging, folder);
      if (claimFolder(() => symlinkSync(folder, home))) {
        options.log(`The database lives in ${folder}: its user cannot enter ${options.dataDir}.`);
      } else {
        rmSync(folder, { recursive: true, force: true });
      }
    } else {
      claimFolder(() => renameSync(staging, home));
    }
    syncFolder(options.dataDir);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

async function initialise(staging: string, { binaries, account }: ClusterOptions): Promise<void> {
  const cluster = path.join(staging, 'cluster');
  const passwordFile = path.join(staging, 'password');
  mkdirSync(staging, { mode: 0o700 });
  writeFileSync(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  if (account) {
    for (const file of [staging, passwordFile]) chownSync(file, account.uid, account.gid);
  }
  const settings = [`--pgdata=${cluster}`, `--pwfile=${passwordFile}`, `--username=${SUPERUSER}`];
  // The builtin provider sorts the same way on every machine, whatever locales are installed.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  try {
    await run(
      binaries.initdb,
      [...settings, ...locale, '--encoding=UTF8', '--auth=scram-sha-256', '--no-instructions'],
      { cwd: staging, env: { LC_ALL: 'C', TZ: 'UTC' }, ...account },
    );
  } catch (error) {
    throw new EmbeddedPostgresError(`The database could not be created: ${lastLine(error)}`);
  }
}

/** False when another start was faster. */
function claimFolder(claim: () => void): boolean {
  try {
    claim();
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST' || code === 'ENOTEMPTY' || code === 'ENOTDIR') return false;
    throw error;
  }
}

function removeAbandoned(parent: string, prefix: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue;
    const makerPid = Number(name.slice(prefix.length));
    if (makerPid !== process.pid && isAlive(makerPid)) continue;
    rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

// A data folder copied by root belongs to root, who cannot run it.
function takeBackFromRoot(home: string, account: PostgresAccount): void {
  if (!account || statSync(path.join(home, 'cluster')).uid !== 0) return;
  execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, home]);
}

function checkVersion(folder: string, majorVersion: number): void {
  const found = readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim();
  if (Number(found) === majorVersion) return;
  throw new EmbeddedPostgresError(
    `${folder} was made by PostgreSQL ${found}, but this release runs PostgreSQL ${majorVersion}. Back up with the release that made it and restore into an empty DATA_DIR.`,
  );
}

function checkReachable(folder: string, account: PostgresAccount): void {
  const closed = findInaccessibleFolder(folder, account);
  if (closed) {
    throw new EmbeddedPostgresError(
      `The database's user (uid ${account?.uid}) cannot enter ${closed}. Allow it with: chmod a+x "${closed}"`,
    );
  }
  // PostgreSQL insists on this mode, and copying a data folder easily loses it.
  chmodSync(folder, 0o700);
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function lastLine(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  const lines = stderr.split('\n').filter((line) => /error|fatal|panic|could not/i.test(line));
  return lines.at(-1)?.trim() ?? (error instanceof Error ? error.message : String(error));
}

// The PostgreSQL server process: starting it, finding one that still runs, stopping it.

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
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};
const THROWAWAY = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Three workers with two apps and their sandboxes open more than the server of one kitchen.
  max_connections: '300',
};
/** The path of a socket has room for 103 characters on some systems. */
const LONGEST_SOCKET_FOLDER = 85;

/** Where a throwaway server also listens without TCP, which costs each statement less; null: nowhere. */
export function socketFolderOf(server: { folder: string; isThrowaway?: boolean }): string | null {
  return server.isThrowaway && server.folder.length <= LONGEST_SOCKET_FOLDER ? server.folder : null;
}

/** Null when the server did not start for a reason that another attempt may settle. */
export async function launchPostgres(options: LaunchOptions): Promise<RunningPostgres | null> {
  const { folder, logFile, port } = options;
  const logStart = limitLogSize(logFile);
  const socket = { unix_socket_directories: socketFolderOf(options) ?? '' };
  const chosen = { ...SETTINGS, ...socket, ...(options.isThrowaway && THROWAWAY) };
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
