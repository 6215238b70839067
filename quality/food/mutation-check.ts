/**
 * Mutation check, `node quality/food/mutation-check.ts [part of a name…]`: removes one guard at a time from a copy of the project and
 * requires that a test fails.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { FOOD_MUTATIONS, type FoodMutation } from '#quality/food/mutations.ts';
import { withEdits, withProjectCopy } from '#quality/support/project-copy.ts';

const VITEST = path.join('node_modules', 'vitest', 'vitest.mjs');

const filters = process.argv.slice(2);
const chosen = FOOD_MUTATIONS.filter(
  ({ guard, edits }) =>
    filters.length === 0 || filters.some((part) => `${edits[0]?.file} ${guard}`.includes(part)),
);
let survivors = 0;
withProjectCopy((copy) => {
  for (const mutation of chosen) {
    const complaint = complaintWithout(mutation, copy);
    if (complaint === null) survivors += 1;
    console.log(`${complaint === null ? 'MISSED' : 'red   '} without: ${mutation.guard}`);
    if (complaint !== null) console.log(`       ${complaint}`);
  }
});
console.log(`${chosen.length - survivors} of ${chosen.length} are noticed`);
process.exitCode = survivors === 0 ? 0 : 1;

/** The first test that fails; null: nobody notices. */
function complaintWithout({ edits, tests }: FoodMutation, copy: string): string | null {
  const report = path.join(copy, 'mutation-report.json');
  const projects = ['--project=rules', '--project=server'];
  const options = ['run', '--bail=1', '--reporter=json', `--outputFile=${report}`, ...projects];
  const { stderr } = withEdits(copy, edits, () =>
    spawnSync(process.execPath, [VITEST, ...options, ...tests], { cwd: copy, encoding: 'utf8' }),
  );
  try {
    return firstFailure(readFileSync(report, 'utf8'), stderr);
  } finally {
    rmSync(report, { force: true });
  }
}

/** Throws Error when no test ran: that proves nothing. */
function firstFailure(report: string, stderr: string): string | null {
  const { numTotalTests, testResults } = JSON.parse(report) as {
    numTotalTests: number;
    testResults: { assertionResults: { status: string; fullName: string }[] }[];
  };
  if (numTotalTests === 0) throw new Error(`No test ran. ${stderr}`);
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return all.find(({ status }) => status === 'failed')?.fullName ?? null;
}
