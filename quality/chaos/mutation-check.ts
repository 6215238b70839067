/**
 * Mutation check, `node quality/chaos/mutation-check.ts [part of a name…]`: removes one guard at a time from a copy of the project and
 * requires that its scenario fails.
 */
import { spawnSync } from 'node:child_process';
import { withEdits, withProjectCopy } from '#quality/support/project-copy.ts';
import type { Mutation } from './mutations/mutation.ts';
import { MUTATIONS } from './mutations.ts';

const SEED = 'teeth';
const LONGEST_OUTPUT = 50_000_000;

const filters = process.argv.slice(2);
const chosen = MUTATIONS.filter(
  ({ guard, scenario }) =>
    filters.length === 0 || filters.some((part) => `${scenario} ${guard}`.includes(part)),
);
let survivors = 0;
withProjectCopy((copy) => {
  for (const mutation of chosen) if (!isCaught(mutation, copy)) survivors += 1;
});
process.exitCode = survivors === 0 ? 0 : 1;

function isCaught({ guard, scenario, scale, complaint, edits }: Mutation, copy: string): boolean {
  const command = ['quality/chaos/run.ts', scenario, '--seed', SEED];
  if (scale !== undefined) command.push('--scale', String(scale));
  const { status, stdout } = withEdits(copy, edits, () =>
    spawnSync(process.execPath, command, {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: LONGEST_OUTPUT,
    }),
  );
  const found = stdout.split('\n').find((line) => complaint.test(line) && line.startsWith('  - '));
  const isRed = status === 1 && found !== undefined;
  console.log(`${isRed ? 'red   ' : 'MISSED'} ${scenario}, without: ${guard}`);
  console.log(isRed ? `       ${found.trim().slice(0, 160)}` : stdout);
  return isRed;
}
