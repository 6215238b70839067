/** A benchmark that has not run for months no longer fits the tables it fills: each runs here with little in the books. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const SUFFIX = '.bench.ts';
/** They measure a built page in a browser, or minutes of load: `npm run bench` alone runs them. */
const LEFT_OUT = ['fairness', 'serving', 'slow-order', 'start', 'web', 'wizard-taps'];
const LITTLE = { ORDERS: '2000', PEOPLE: '300' };

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))
  .filter((name) => !LEFT_OUT.includes(name));

test.each(names)('the benchmark %s runs to its end', { timeout: 180_000 }, (name) => {
  // As from a terminal: what this runner sets would hide what the server's code sets.
  const { NODE_ENV: _runner, VITEST: _too, ...given } = process.env;
  const { status, stderr } = spawnSync(
    process.execPath,
    [`${import.meta.dirname}/${name}${SUFFIX}`],
    { encoding: 'utf8', env: { ...given, ...LITTLE } },
  );
  expect(status, stderr).toBe(0);
});
