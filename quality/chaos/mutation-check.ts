/**
 * Mutation check, `node quality/chaos/mutation-check.ts [part of a name…]`: removes one guard at a time from a copy of the project and
 * requires that its scenario fails.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Mutation } from './mutations/mutation.ts';
import { MUTATIONS } from './mutations.ts';

const PROJECT = path.dirname(path.dirname(import.meta.dirname));
const SEED = 'teeth';
const LONGEST_OUTPUT = 50_000_000;
const LEFT_OUT = new Set(['node_modules', '.git', 'data', 'test-results']);

const filters = process.argv.slice(2);
const chosen = MUTATIONS.filter(
  ({ guard, scenario }) =>
    filters.length === 0 || filters.some((part) => `${scenario} ${guard}`.includes(part)),
);
let survivors = 0;
for (const mutation of chosen) if (!isCaught(mutation)) survivors += 1;
process.exitCode = survivors === 0 ? 0 : 1;

function isCaught(mutation: Mutation): boolean {
  const copy = mkdtempSync(path.join(tmpdir(), 'mealrun-mutation-'));
  try {
    copyProject(copy);
    for (const edit of mutation.edits) removeGuard(copy, edit);
    const command = ['quality/chaos/run.ts', mutation.scenario, '--seed', SEED];
    if (mutation.scale !== undefined) command.push('--scale', String(mutation.scale));
    const { status, stdout } = spawnSync(process.execPath, command, {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: LONGEST_OUTPUT,
    });
    const complaint = stdout
      .split('\n')
      .find((line) => mutation.complaint.test(line) && line.startsWith('  - '));
    const isRed = status === 1 && complaint !== undefined;
    console.log(`${isRed ? 'red   ' : 'MISSED'} ${mutation.scenario}, without: ${mutation.guard}`);
    console.log(isRed ? `       ${complaint.trim().slice(0, 160)}` : stdout);
    return isRed;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** With the built pages, which the app needs to start. */
function copyProject(copy: string): void {
  cpSync(PROJECT, copy, {
    recursive: true,
    filter: (source) => !LEFT_OUT.has(path.basename(source)),
  });
  symlinkSync(path.join(PROJECT, 'node_modules'), path.join(copy, 'node_modules'));
}

function removeGuard(copy: string, { file, from, to }: Mutation['edits'][number]): void {
  const target = path.join(copy, file);
  const text = readFileSync(target, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} must contain exactly once: ${from}`);
  writeFileSync(
    target,
    text.replace(from, () => to),
  );
}
