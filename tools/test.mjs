/**
 * `npm test`: sets up what is missing and runs the checks and tests of every change. `--fast` leaves out the browser and
 * the chaos suite; `--release` adds all that takes long.
 */
import './setup/check-node-version.mjs';

const release = process.argv.includes('--release') ? 'release' : 'usual';
const scope = process.argv.includes('--fast') ? 'fast' : release;
const { prepare, giveUp } = await import('./setup/prepare.mjs');
const { runChecks } = await import('./checks/test-steps.mjs');

try {
  const total = await runChecks(await prepare('to develop'), { scope });
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 ? 0 : 1);
} catch (error) {
  giveUp(error);
}
