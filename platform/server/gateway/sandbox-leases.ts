/** Who uses a payment sandbox: a file for each use, which counts for as long as its process lives. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from '#platform/server/db/process-alive.ts';

/** Takes a lease on the sandbox in this folder. Giving it back tells whether that was the last one; only once. */
export function leaseSandbox(folder: string): { giveBack(): { isLast: boolean } } {
  const leases = path.join(folder, 'users');
  mkdirSync(leases, { recursive: true, mode: 0o700 });
  const file = path.join(leases, `${process.pid} ${randomUUID()}`);
  writeFileSync(file, startOf(process.pid), { mode: 0o600 });
  return {
    giveBack() {
      rmSync(file, { force: true });
      return { isLast: readdirSync(leases).every((name) => isOver(path.join(leases, name))) };
    },
  };
}

/** Removes a lease whose process is gone: it was killed, and could not give it back. */
function isOver(file: string): boolean {
  const pid = Number.parseInt(path.basename(file), 10);
  try {
    if (isAlive(pid) && readFileSync(file, 'utf8') === startOf(pid)) return false;
  } catch {
    // Given back at this moment, or its process has just ended.
  }
  rmSync(file, { force: true });
  return true;
}

/** When a process began, in ticks since the machine did: its number may be another's after a restart. Only on Linux. */
function startOf(pid: number): string {
  if (process.platform !== 'linux') return '';
  const [, facts = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  return facts.split(' ')[19] ?? '';
}
