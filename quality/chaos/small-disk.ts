/** A disk of its own for one data folder: a small file system in memory, which can really be full. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type SmallDisk = {
  /** An empty folder on it. */
  dataDir: string;
  /** Takes up all the room there is. */
  fill(): void;
  free(): void;
  remove(): void;
};

const CHUNK = Buffer.alloc(1024 * 1024);

/** Throws when this machine does not allow it: mounting takes root, on Linux. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'mealrun-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
      stdio: 'pipe',
    });
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
  chmodSync(folder, 0o711);
  const filler = path.join(folder, 'filler');
  return {
    dataDir: path.join(folder, 'data'),
    fill() {
      for (const chunk of [CHUNK, CHUNK.subarray(0, 4096)]) fillWith(filler, chunk);
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function fillWith(file: string, chunk: Buffer): void {
  try {
    for (;;) writeFileSync(file, chunk, { flag: 'a' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
