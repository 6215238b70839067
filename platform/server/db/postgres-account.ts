/** PostgreSQL refuses to run as root, so when we are root its processes run under another account. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

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
