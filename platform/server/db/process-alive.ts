import { readFileSync } from 'node:fs';

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
