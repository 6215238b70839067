/** `npm run test:times`: where the time of the last `npm test` went, by test file. */
import { existsSync } from 'node:fs';
import { readFileTimes } from './checks/test-times.mjs';
import { keptReports } from './checks/test-steps.mjs';

const SHOWN = 40;

if (existsSync(keptReports)) {
  for (const { file, tests, seconds } of readFileTimes(keptReports).slice(0, SHOWN))
    console.log(`${seconds.toFixed(1).padStart(7)} s ${String(tests).padStart(5)} tests  ${file}`);
} else {
  console.error('No reports are kept here. Run `npm test` first.');
  process.exitCode = 1;
}
