import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` once no other process holds the same lock file, and waits until then. Locks of dead processes are ignored.
 * @param {string} lockFile
 * @param {() => Promise<void>} work
 */
export async function withSetupLock(lockFile, work) {
  let announced = false;
  while (!tryLock(lockFile)) {
    if (!announced) console.log('Another process is setting up this folder; waiting…');
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
    // Briefly empty while it is being written: treating it as ours keeps it in place.
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
