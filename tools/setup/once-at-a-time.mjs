import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` while no other process runs work under the same lock file; waits for one that does.
 * The lock of a process that is gone does not count.
 * @param {string} lockFile
 * @param {() => Promise<void>} work
 */
export async function onceAtATime(lockFile, work) {
  let announced = false;
  while (!tryLock(lockFile)) {
    if (!announced) console.log('Another start is setting up this folder; waiting for it…');
    announced = true;
    await sleep(200);
  }
  const unlock = () => rmSync(lockFile, { force: true });
  process.once('exit', unlock);
  try {
    await work();
  } finally {
    process.off('exit', unlock);
    unlock();
  }
}

/** @param {string} lockFile */
function tryLock(lockFile) {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  if (!isAlive(readHolder(lockFile))) rmSync(lockFile, { force: true });
  return false;
}

/** @param {string} lockFile */
function readHolder(lockFile) {
  try {
    // Empty for a moment while it is being written: our own number keeps it in place.
    return Number(readFileSync(lockFile, 'utf8')) || process.pid;
  } catch {
    return process.pid;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
