import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const REMINDER_MS = 10_000;
const SHOWN_ON_FAILURE = 12_000;
const LONGEST_STOP_MS = 5000;
/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

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
 * @param {() => void} [undo] called when it was stopped half-way, after it and all it started have ended
 * @returns {Promise<void>}
 */
export function runLongStep(title, command, args, options, undo) {
  const begin = Date.now();
  const elapsed = () => `${Math.round((Date.now() - begin) / 1000)} s`;
  return new Promise((resolve, reject) => {
    let output = '';
    // In a process group of its own, so that what it starts can be stopped with it.
    const detached = process.platform !== 'win32';
    const child = spawn(command, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached,
    });
    /** @param {Buffer} chunk */
    const collect = (chunk) => (output = (output + String(chunk)).slice(-SHOWN_ON_FAILURE));
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const reminder = setInterval(
      () => console.log(`  still running after ${elapsed()}`),
      REMINDER_MS,
    );
    const stop = stopWith(child, undo);
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
 * Stopping this process also stops a running step, and waits until nothing of it runs any more.
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => void} [undo]
 */
function stopWith(child, undo) {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    child.removeAllListeners('close');
    console.log('Stopping…');
    signalAll(child, 'SIGTERM');
    for (let waited = 0; waited < LONGEST_STOP_MS && isRunning(child); waited += 100) {
      await sleep(100);
    }
    signalAll(child, 'SIGKILL');
    undo?.();
    process.exit(130);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return { clear: () => SIGNALS.forEach((signal) => process.off(signal, stop)) };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals | 0} signal
 */
function signalAll(child, signal) {
  if (child.pid === undefined) return false;
  try {
    return process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch {
    return false;
  }
}

/** @param {import('node:child_process').ChildProcess} child */
function isRunning(child) {
  return signalAll(child, 0);
}
