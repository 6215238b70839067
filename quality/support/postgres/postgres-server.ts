/** One PostgreSQL server for a test that needs its own: made, configured, started, copied and ended here. */
import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  choosePostgresAccount,
  type PostgresAccount,
  findPostgresBinaries,
  isAlive,
} from '#platform/server/db/postgres-binaries.ts';
import { SUPERUSER, findFreePort } from '#platform/server/db/postgres-cluster.ts';

export type PostgresServer = { folder: string; cluster: string; port: number; pid: number };
export type PostgresPrograms = { initdb: string; postgres: string; account: PostgresAccount };
/** The file in container/postgresql. */
export type Role = 'primary' | 'standby';

const CONFIGURATION = path.resolve(import.meta.dirname, '../../../container/postgresql');
const DEBIAN = '/usr/lib/postgresql';
const PATIENCE_MS = 30_000;
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal']);

export async function makeServer(
  folder: string,
  { account }: PostgresPrograms,
): Promise<PostgresServer> {
  mkdirSync(folder, { mode: 0o700 });
  giveTo(folder, account);
  return { folder, cluster: path.join(folder, 'cluster'), port: await findFreePort(), pid: 0 };
}

export function findPrograms(home: string): PostgresPrograms {
  const account = choosePostgresAccount(home);
  // Root's temporary folder is closed to the account that runs PostgreSQL.
  if (account) giveTo(home, account);
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const bin = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => path.join(DEBIAN, version, 'bin'))
    .find((folder) => existsSync(path.join(folder, 'initdb')));
  if (bin === undefined) return { ...findPostgresBinaries(account), account };
  return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres'), account };
}

export function initialise(
  server: PostgresServer,
  { initdb, account }: PostgresPrograms,
  password: string,
): void {
  const passwordFile = path.join(server.folder, 'password');
  writeFileSync(passwordFile, password);
  giveTo(passwordFile, account);
  execFileSync(
    initdb,
    [
      `--pgdata=${server.cluster}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
    ],
    { cwd: server.folder, env: { LC_ALL: 'C', TZ: 'UTC' }, stdio: 'pipe', ...account },
  );
  const settings = path.join(server.cluster, 'postgresql.conf');
  // Beside the data, as on Debian, so that a copy of the data does not bring its role along.
  appendFileSync(settings, `include '../mealrun.conf'\n`);
}

export function configure({ folder }: PostgresServer, role: Role): void {
  const file = path.join(folder, 'mealrun.conf');
  copyFileSync(path.join(CONFIGURATION, `${role}.conf`), file);
  chmodSync(file, 0o644);
}

export function spawnPostgres(
  { folder, cluster, port }: PostgresServer,
  { postgres, account }: PostgresPrograms,
): number {
  const output = openSync(path.join(folder, 'postgres.log'), 'a');
  const here = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=32MB'];
  const options = here.flatMap((setting) => ['-c', setting]);
  const child = spawn(postgres, ['-D', cluster, '-p', String(port), ...options], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', output, output],
    env: { LC_ALL: 'C', TZ: 'UTC' },
    ...account,
  });
  closeSync(output);
  child.unref();
  if (child.pid === undefined) throw new Error(`${postgres} does not run here`);
  return child.pid;
}

/** What pg_basebackup does, which the embedded PostgreSQL does not bring. */
export async function copyCluster(
  from: PostgresServer,
  to: PostgresServer,
  url: string,
): Promise<void> {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  try {
    await session.query(`select pg_backup_start('standby', true)`);
    cpSync(from.cluster, to.cluster, {
      recursive: true,
      filter: (source) => !NOT_COPIED.has(path.basename(source)) && existsSync(source),
    });
    mkdirSync(path.join(to.cluster, 'pg_wal'));
    const { rows } = await session.query('select labelfile from pg_backup_stop(false)');
    writeFileSync(path.join(to.cluster, 'backup_label'), rows[0].labelfile);
    chmodSync(to.cluster, 0o700);
  } finally {
    await session.end();
  }
}

export function giveTo(target: string, account: PostgresAccount): void {
  if (!account) return;
  chownSync(target, account.uid, account.gid);
  execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, target]);
}

export async function waitUntilItWorks<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

export async function endForGood({ pid }: PostgresServer): Promise<void> {
  if (pid === 0) return;
  const all = [pid, ...childrenOf(pid).map((child) => child.pid)];
  signalAll(pid, 'SIGKILL');
  await waitUntilItWorks(async () => {
    if (all.some(isAlive)) throw new Error('PostgreSQL does not end');
  });
}

export function signalAll(pid: number, name: NodeJS.Signals): void {
  for (const each of [pid, ...childrenOf(pid).map((child) => child.pid)]) {
    try {
      process.kill(each, name);
    } catch {
      // It has just ended.
    }
  }
}

export function childrenOf(parent: number): { pid: number; command: string }[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' });
  return listed.split('\n').flatMap((line) => {
    const [, pid, ppid, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(ppid) === parent ? [{ pid: Number(pid), command }] : [];
  });
}
