import { spawn } from 'node:child_process';

const REMINDER_MS = 10_000;
const SHOWN_ON_FAILURE = 12_000;

/** The command failed or could not run; `output` is the end of what it printed. */
export class StepError extends Error {
  /** @param {string} message @param {string} output */
  constructor(message, output) {
    super(message);
    this.output = output;
  }
}

/**
 * Runs a command that may take long: one line when it starts, one every ten seconds, one at the end.
 * Its own output is hidden, and thrown with a StepError if it fails.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<void>}
 */
export function runLongStep(title, command, args, options) {
  const begin = Date.now();
  const elapsed = () => `${Math.round((Date.now() - begin) / 1000)} s`;
  return new Promise((resolve, reject) => {
    let output = '';
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    /** @param {Buffer} chunk */
    const collect = (chunk) => (output = (output + String(chunk)).slice(-SHOWN_ON_FAILURE));
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const reminder = setInterval(
      () => console.log(`  still running after ${elapsed()}`),
      REMINDER_MS,
    );
    const stop = stopWith(child);
    console.log(`${title}…`);
    child.once('error', (error) => finish(new StepError(`${title}: ${error.message}`, output)));
    child.once('close', (code) => {
      finish(code === 0 ? null : new StepError(`${title}: failed after ${elapsed()}`, output));
    });
    /** @param {StepError | null} failure */
    function finish(failure) {
      clearInterval(reminder);
      stop.clear();
      if (failure) return reject(failure);
      console.log(`  done in ${elapsed()}`);
      resolve();
    }
  });
}

/**
 * Stopping this process also stops a running step.
 * @param {import('node:child_process').ChildProcess} child
 */
function stopWith(child) {
  const stop = () => {
    child.kill('SIGTERM');
    process.exit(130);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return { clear: () => process.off('SIGINT', stop).off('SIGTERM', stop) };
}
