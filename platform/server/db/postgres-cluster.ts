/** The files of the embedded database, DATA_DIR/postgres/{cluster,password}: created completely or not at all. */
import { execFile, execFileSync } from 'node:child_process';
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
import { EmbeddedPostgresError } from './explain-database-error.ts';
import {
  findInaccessibleFolder,
  type PostgresAccount,
  makeSharedFolder,
  type PostgresBinaries,
  SHARED_FOLDER,
  isAlive,
} from './postgres-binaries.ts';

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
