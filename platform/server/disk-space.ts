/** The room that is left on every disk that DATA_DIR reaches, and what happens when it runs out. */
import { realpath, stat, statfs } from 'node:fs/promises';
import path from 'node:path';

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
