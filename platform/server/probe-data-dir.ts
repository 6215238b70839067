import { randomUUID } from 'node:crypto';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { EnvironmentError } from '#platform/server/env.ts';

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
