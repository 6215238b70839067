/** `npm test`: sets up what is missing and runs every check and test. `--fast` leaves out journeys and chaos suite. */
import './setup/check-node-version.mjs';

const isFast = process.argv.includes('--fast');
const { prepare, giveUp } = await import('./setup/prepare.mjs');
const { runChecks } = await import('./checks/test-steps.mjs');

try {
  const total = await runChecks(await prepare('to develop'), { isFast });
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 ? 0 : 1);
} catch (error) {
  giveUp(error);
}
