/** The room that is left on every disk that DATA_DIR reaches, and what happens when it runs out. */
import { realpath, stat, statfs, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { EnvironmentError } from '#platform/server/env.ts';

export type DiskSpace = { folder: string; freeBytes: number; totalBytes: number };

/** Room for a few days, and for a backup. */
const LOW_BYTES = 1024 ** 3;
/** Two files of PostgreSQL's write-ahead log: it needs the next one before the first is full. */
const FULL_BYTES = 32 * 1024 ** 2;
/** How long a write that was refused for lack of space counts as news. */
const REFUSED_MS = 10_000;
/** Links or mounts of their own may lie here. */
const FOLDERS = ['', 'postgres/cluster', 'postgres/cluster/pg_wal', 'backups', 'mail', 'sandbox'];

/** One for each disk. */
export async function measureDisks(dataDir: string): Promise<DiskSpace[]> {
  const disks = new Map<number, DiskSpace>();
  for (const name of FOLDERS) {
    const folder = await realpath(path.join(dataDir, name)).catch(() => null);
    if (folder === null) continue;
    const { dev } = await stat(folder);
    if (disks.has(dev)) continue;
    const { bavail, blocks, bsize } = await statfs(folder);
    disks.set(dev, { folder, freeBytes: bavail * bsize, totalBytes: blocks * bsize });
  }
  return [...disks.values()];
}

export function isLow({ freeBytes }: DiskSpace): boolean {
  return freeBytes < LOW_BYTES;
}

/** `0.4 GB free at /srv/mealrun/data` */
export function formatDisk({ folder, freeBytes }: DiskSpace): string {
  const gigabytes = freeBytes / 1024 ** 3;
  return `${gigabytes.toFixed(1)} GB free at ${folder}`;
}

export type DiskWatch = {
  /** A write was refused for lack of space; PostgreSQL's disk may be on another machine. */
  noteRefusal(): void;
  /** Why nothing can be saved; empty when it can. */
  findReasons(): Promise<string[]>;
};

export function watchDisks(dataDir: string): DiskWatch {
  let refusedAt = -Infinity;
  return {
    noteRefusal() {
      refusedAt = performance.now();
    },
    async findReasons() {
      const disks = await measureDisks(dataDir);
      const full = disks.filter(({ freeBytes }) => freeBytes < FULL_BYTES);
      if (full.length > 0) return full.map(({ folder }) => `the disk with ${folder} is full`);
      const isRefused = performance.now() - refusedAt < REFUSED_MS;
      return isRefused ? ['the database’s disk is full'] : [];
    },
  };
}

const LONGEST_MS = 5000;
/** Less, and the database cannot even begin. */
const LEAST_BYTES = 32 * 1024 ** 2;

/**
 * Makes, writes and deletes a file in DATA_DIR before anything else is started there. Throws EnvironmentError, in five
 * seconds at most.
 */
export async function probeDataDir(dataDir: string): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('it does not answer')), LONGEST_MS);
  try {
    await Promise.race([probe(dataDir), late.promise]);
  } catch (error) {
    throw new EnvironmentError(`DATA_DIR ${dataDir} can't be used: ${reasonOf(error)}.`);
  } finally {
    clearTimeout(timer);
  }
}

async function probe(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, `.probe-${randomUUID()}`);
  try {
    await writeFile(file, 'mealrun');
  } finally {
    await rm(file, { force: true });
  }
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < LEAST_BYTES) throw new Error('its disk is full');
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM')
    return `permission denied for user ${userInfo().username}`;
  if (code === 'EROFS') return 'its disk is read-only';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'its disk is full';
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'it is a file, not a folder';
  return message;
}
